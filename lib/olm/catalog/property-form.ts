import { isJsonObject } from '../../schema/index.ts';
import type { Place } from '../content/index.ts';
import { base64Bytes } from '../picture.ts';
import { constraintViolations } from '../validation/index.ts';
import { VersionRange } from '../version-range.ts';
import { bundleObject } from './bundle-object.ts';
import type { CatalogViolation } from './catalog-rule.ts';

type Form = (value: Place, property: Place) => readonly CatalogViolation[];

/** Type → what its values are like. Anybody may have types of their own. */
const forms: ReadonlyMap<string, Form> = new Map([
  ['olm.gvk', (value) => textFlaws(value, ['group', 'version', 'kind'])],
  ['olm.gvk.required', (value) => textFlaws(value, ['group', 'version', 'kind'])],
  ['olm.package.required', requiredPackageFlaws],
  ['olm.label', (value) => textFlaws(value, ['label'])],
  ['olm.constraint', (value) => [...constraintViolations(value)]],
  ['olm.bundle.object', objectFlaws],
]);

/** What is wrong with a property of a bundle, as those who resolve and install it read it. */
export function propertyFlaws(property: Place): readonly CatalogViolation[] {
  const { text: type = '' } = property.at('type');
  const value = property.at('value');
  if (type === '') return [{ place: property.at('type'), what: 'it has no type', remedy: 'write one such as olm.gvk' }];
  if (value.value === undefined) return [{ place: value, what: 'it has no value', remedy: `write what ${type} says` }];
  return forms.get(type)?.(value, property) ?? [];
}

function mapFlaws(value: Place): readonly CatalogViolation[] {
  return isJsonObject(value.value) ? [] : [{ place: value, what: 'it is no map', remedy: 'write fields' }];
}

function textFlaws(value: Place, names: readonly string[]): readonly CatalogViolation[] {
  if (!isJsonObject(value.value)) return mapFlaws(value);
  return names
    .map((name) => value.at(name))
    .filter(({ text = '' }) => text === '')
    .map((place) => ({
      place,
      what: place.isAbsent || place.text === '' ? 'it is empty' : 'it is no text',
      remedy: `write ${names.join(', ')} as text`,
    }));
}

function requiredPackageFlaws(value: Place): readonly CatalogViolation[] {
  const flaws = textFlaws(value, ['packageName', 'versionRange']);
  return flaws.length > 0 ? flaws : rangeFlaws(value.at('versionRange'));
}

function rangeFlaws(place: Place): readonly CatalogViolation[] {
  const { text = '' } = place;
  if (VersionRange.parse(text) !== undefined) return [];
  return [{ place, what: `'${text}' is no range of versions`, remedy: 'write one such as >=1.0.0 <2.0.0' }];
}

/** An object is installed from here, so that it has to be one. */
function objectFlaws(value: Place, property: Place): readonly CatalogViolation[] {
  const place = value.at('data');
  const bytes = base64Bytes(place.text ?? '');
  if (bytes === undefined || bytes.length === 0) {
    return [{ place, what: 'it is no base64', remedy: 'write the manifest as JSON, in base64' }];
  }
  if (bundleObject(property) !== undefined) return [];
  return [{ place, what: 'it holds no manifest', remedy: 'write the manifest as JSON, in base64' }];
}
