import { base64Bytes } from '../../../api/index.ts';
import { isJsonObject } from '../../../schema/index.ts';
import type { Place } from '../../content/index.ts';
import type { Violation } from '../../finding/violation.ts';
import { constraintViolations } from '../../notation/constraint.ts';
import { rangeFlaw } from '../../notation/version-range.ts';
import { manifestOfProperty } from '../content/bundle-property.ts';

/** Reports the differences of a value from its type. */
type ValueForm = (value: Place, property: Place) => Iterable<Violation>;

/** Type → form of its values. Users may add types of their own. */
const forms: ReadonlyMap<string, ValueForm> = new Map<string, ValueForm>([
  ['olm.gvk', (value) => textPropertyViolations(value, ['group', 'version', 'kind'])],
  ['olm.gvk.required', (value) => textPropertyViolations(value, ['group', 'version', 'kind'])],
  ['olm.package.required', requiredPackagePropertyViolations],
  ['olm.label', (value) => textPropertyViolations(value, ['label'])],
  ['olm.constraint', constraintViolations],
  ['olm.bundle.object', objectPropertyViolations],
]);

/** Reports problems with a property of a bundle, as resolvers and installers read it. */
export function* propertyViolations(property: Place): Generator<Violation> {
  const { text: type = '' } = property.at('type');
  const value = property.at('value');
  if (type === '') yield { place: property.at('type'), what: 'it has no type', remedy: 'write one such as olm.gvk' };
  else if (value.value === undefined)
    yield { place: value, what: 'it has no value', remedy: `write a value of ${type}` };
  else yield* forms.get(type)?.(value, property) ?? [];
}

function textPropertyViolations(value: Place, names: readonly string[]): readonly Violation[] {
  if (!isJsonObject(value.value)) return [{ place: value, what: 'it is not a map', remedy: 'write fields' }];
  return names
    .map((name) => value.at(name))
    .filter(({ text = '' }) => text === '')
    .map((place) => ({
      place,
      what: place.isAbsent || place.text === '' ? 'it is empty' : 'it is not text',
      remedy: `write ${names.join(', ')} as text`,
    }));
}

function requiredPackagePropertyViolations(value: Place): readonly Violation[] {
  const flaws = textPropertyViolations(value, ['packageName', 'versionRange']);
  if (flaws.length > 0) return flaws;
  const place = value.at('versionRange');
  const flaw = rangeFlaw(place.text ?? '');
  return flaw === undefined ? [] : [{ place, ...flaw }];
}

/** Reports a value that isn't an object, since clusters install it. */
function* objectPropertyViolations(value: Place, property: Place): Generator<Violation> {
  const place = value.at('data');
  const bytes = base64Bytes(place.text ?? '');
  const remedy = 'write the manifest as JSON, in base64';
  if (bytes === undefined || bytes.length === 0) yield { place, what: 'it is not base64', remedy };
  else if (manifestOfProperty(property) === undefined) yield { place, what: 'it holds no manifest', remedy };
}
