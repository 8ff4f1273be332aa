import type { BundleRule } from '../../rule.ts';
import { shapeErrorsOf } from '../../shape/manifest-shape-errors.ts';

/** Rules for the values of manifests' fields, by their types. */
export const fieldValueRules: readonly BundleRule[] = [
  {
    id: 'quantity',
    demand: 'A quantity has a valid form: 500m, 128Mi, 2.',
    rejection: { by: 'API server', message: 'quantities must match the regular expression' },
    *check(bundle) {
      for (const { place, format } of shapeErrorsOf(bundle, 'format')) {
        if (format !== 'quantity') continue;
        const isNegative = String(place.value).startsWith('-');
        yield {
          place,
          ...(isNegative && { rejection: { by: 'API server', message: 'must be ' } }),
          what: `${JSON.stringify(place.value)} is ${isNegative ? 'negative' : 'not a valid quantity'}`,
          remedy: 'write one such as 500m, 128Mi or 2',
        };
      }
    },
  },
  {
    id: 'choice',
    demand: 'A field with a fixed set of values has one of them, in the right case.',
    rejection: { by: 'API server', message: 'value: "…"' },
    *check(bundle) {
      for (const { place, choices } of shapeErrorsOf(bundle, 'choice')) {
        // Huge pages may have any size.
        if (/^(?:limits|requests)\.hugepages-/.test(place.text ?? '')) continue;
        yield {
          place,
          what: `'${place.text ?? ''}' is not one of its values, and API servers reject it`,
          remedy: `write ${alternatives.format(choices.filter((choice) => choice !== ''))}`,
        };
      }
    },
  },
  {
    id: 'field-bound',
    demand: 'A number is within the bounds that API servers set.',
    rejection: { by: 'API server', message: 'Invalid value' },
    *check(bundle) {
      for (const { place, from, to } of shapeErrorsOf(bundle, 'bound')) {
        const remedy = `write a number from ${from} to ${to}`;
        yield {
          place,
          ...(from < 0 && { rejection: { by: 'API server', message: 'cannot unmarshal number' } }),
          what: `API servers reject ${String(place.value)}`,
          remedy: to === 0o777 ? `${remedy}, or in octal: 0${String(place.value)}` : remedy,
        };
      }
    },
  },
  {
    id: 'extra-data',
    demand: 'The data of a Secret, and the binaryData of a ConfigMap, are base64.',
    rejection: { by: 'API server', message: 'illegal base64 data at input byte …' },
    *check(bundle) {
      for (const { place, format } of shapeErrorsOf(bundle, 'format')) {
        if (format !== 'base64') continue;
        yield { place, what: 'it is not base64', remedy: 'encode it, or write it into stringData of a Secret' };
      }
    },
  },
  {
    id: 'field-time',
    demand: 'A time in a manifest has the format of RFC 3339.',
    rejection: { by: 'API server', message: 'parsing time "…"' },
    *check(bundle) {
      for (const { place, format } of shapeErrorsOf(bundle, 'format')) {
        if (format !== 'time') continue;
        yield {
          place,
          what: `'${place.text ?? ''}' is not a time, and API servers reject it`,
          remedy: 'leave it out, or write one such as 2026-01-31T12:00:00Z',
        };
      }
    },
  },
];

const alternatives = new Intl.ListFormat('en', { type: 'disjunction' });
