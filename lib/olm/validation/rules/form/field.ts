import { editDistance } from '../../../../schema/index.ts';
import type { BundleContent, Place } from '../../../content/index.ts';
import type { Rejection } from '../../../finding/rejection.ts';
import type { BundleRule } from '../../bundle-rule.ts';
import { shapeErrorsOf } from '../../shape/manifest-shape-errors.ts';

const required: Rejection = { by: 'API server', message: 'Required value' };

/** Rules for the fields of manifests by their kinds. */
export const fieldRules: readonly BundleRule[] = [
  {
    id: 'field-unknown',
    demand: 'Manifests have only fields of their kind: others would be dropped silently.',
    *check(bundle) {
      for (const { place, owner, name, known, isOpen } of shapeErrorsOf(bundle, 'unknown')) {
        // Definitions had both fields once, and the obsolete one has no effect.
        const isLeftOver = name === 'version' && !owner.at('versions').isAbsent;
        const meant = isLeftOver ? undefined : closestField(name, known);
        if (isOpen && meant === undefined) continue;
        // Go's JSON parser accepts a field's name in any case: https://pkg.go.dev/encoding/json#Unmarshal
        const isRead = isOfServiceVersion(bundle, place) && meant?.toLowerCase() === name.toLowerCase();
        const effect = meant === undefined ? undefined : owner.at(meant);
        const message = exactForOpm.get(effect?.path ?? '');
        const byOpm: Rejection | undefined = message === undefined ? undefined : { by: 'opm', message };
        yield {
          place,
          what: isRead
            ? `OLM reads ${name} as ${meant}, and case-sensitive readers drop it`
            : `there is no field ${name} here, and OLM drops it`,
          remedy: meant === undefined ? 'remove it' : `write ${meant}`,
          ...(effect !== undefined && { effect }),
          ...(isRead && (byOpm === undefined ? { severity: 'warning' } : { rejection: byOpm })),
        };
      }
    },
  },
  {
    id: 'field-type',
    demand:
      'The fields of manifests have the types of their kind: text that YAML would parse as another type is quoted.',
    rejection: { by: 'API server', message: 'cannot unmarshal …' },
    isPrecondition: true,
    *check(bundle) {
      for (const { place, type, message } of shapeErrorsOf(bundle, 'type')) {
        yield {
          place,
          what: `it is ${fieldValueWords(place)}, and has to be ${type}`,
          remedy: type === 'text' && typeof place.value !== 'object' ? 'put it in quotes' : `write ${type}`,
          rejection: isOfServiceVersion(bundle, place)
            ? { by: 'OLM', message: `failed to turn bundle into steps: ${message}` }
            : { by: 'API server', message: message.replace(/^json: /, '') },
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
        yield {
          place,
          what: `'${place.text ?? ''}' is not one of its values, and API servers reject it`,
          remedy: `write ${alternatives.format(choices)}`,
        };
      }
    },
  },
  {
    id: 'field-missing',
    demand: 'Manifests have the required fields of their kind.',
    rejection: required,
    *check(bundle) {
      for (const { place } of shapeErrorsOf(bundle, 'missing')) {
        const rejection = missingFieldRejection(bundle, place);
        yield {
          place,
          what: `the field is missing, and ${rejection === undefined ? 'OLM reads it as empty' : 'OLM or API servers require it'}`,
          remedy: 'write it',
          ...(rejection === undefined ? { severity: 'warning' } : { rejection }),
        };
      }
    },
  },
];

/** OLM decodes the ClusterServiceVersion itself, and sends other manifests unchanged to the API server. */
const exactForOpm: ReadonlyMap<string, string> = new Map([
  ['spec', 'error unmarshaling into object map: unexpected end of JSON input'],
  ['spec.version', 'error parsing bundle "…" version "": Version string empty'],
]);

/** The entry that OLM looks for in the cluster by all of its fields. */
const unmet: Rejection = { by: 'OLM', message: "RequirementsNotMet: one or more requirements couldn't be found" };

/** Fields that OLM sets to empty values before the API server validates them, since Go writes every field. */
const readAsEmpty = /(?:Descriptors\[\d+\]\.path|^spec\.installModes\[\d+\]\.supported|^spec\.cleanup\.enabled)$/;

/** Returns the rejection of a manifest without a required field; undefined if OLM sets the field. */
function missingFieldRejection(bundle: BundleContent, { file, path }: Place): Rejection | undefined {
  const isOlms = bundle.clusterServiceVersion.file === file && !/^spec\.(?:install\.|webhookdefinitions)/.test(path);
  if (!isOlms) return required;
  return readAsEmpty.test(path) ? undefined : unmet;
}

function isOfServiceVersion({ clusterServiceVersion }: BundleContent, place: Place): boolean {
  return clusterServiceVersion.file === place.file;
}

const alternatives = new Intl.ListFormat('en', { type: 'disjunction' });

/** The data of a Secret may be passwords. */
function fieldValueWords({ value, path }: Place): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a map';
  const isSecret = /^(?:data|stringData)\b/.test(path);
  if (typeof value === 'number' && isSecret) return 'a number';
  return typeof value === 'string' && (isSecret || value.length > 40) ? 'text' : JSON.stringify(value);
}

/** Returns the probably meant field: one that differs in case, or in a letter or two. */
function closestField(name: string, known: readonly string[]): string | undefined {
  const plain = (text: string) => text.toLowerCase().replace(/[-_]/g, '');
  const sameLetters = known.find((each) => plain(each) === plain(name));
  if (sameLetters !== undefined) return sameLetters;
  const similar = known.filter((each) => editDistance(plain(each), plain(name)) <= (name.length > 6 ? 2 : 1));
  return similar.toSorted((one, other) => editDistance(one, name) - editDistance(other, name))[0];
}
