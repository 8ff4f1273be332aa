import { sortedJson } from '../../../schema/index.ts';
import { bundleProperties, type OperatorRelease, type Place } from '../../content/index.ts';
import type { CatalogProperty } from './blob.ts';

/**
 * Returns the declared and derived properties of a bundle, each once, sorted by type and value.
 *
 * @see https://olm.operatorframework.io/docs/reference/file-based-catalogs/#properties
 */
export function catalogProperties({
  packageName,
  version,
  packaging,
  content,
}: OperatorRelease): readonly CatalogProperty[] {
  const spec = content.clusterServiceVersion.at('spec');
  const services = spec.at('apiservicedefinitions');
  const needed = content.dependencies.items.map(requirementProperty);
  return distinctProperties([
    { type: 'olm.package', value: { packageName, version, ...(packaging !== undefined && { release: packaging }) } },
    ...content.definitions.flatMap((definition) =>
      definition.at('spec', 'versions').items.map((each) => ({
        type: 'olm.gvk',
        value: propertyKind({
          group: definition.at('spec', 'group'),
          kind: definition.at('spec', 'names', 'kind'),
          version: each.at('name'),
        }),
      })),
    ),
    ...services.at('owned').items.map((service) => ({ type: 'olm.gvk', value: propertyKindAt(service) })),
    ...services.at('required').items.map((service) => ({ type: 'olm.gvk.required', value: propertyKindAt(service) })),
    ...spec
      .at('customresourcedefinitions', 'required')
      .items.map((definition) => ({ type: 'olm.gvk.required', value: requiredPropertyKind(definition) })),
    ...needed,
    ...bundleProperties(content).map(catalogProperty),
  ]);
}

/** Returns each property once, sorted by type and value. */
export function distinctProperties(all: readonly CatalogProperty[]): readonly CatalogProperty[] {
  const byText = new Map(all.map((each) => [JSON.stringify([each.type, each.value]), each]));
  return [...byText].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, each]) => each);
}

function catalogProperty(place: Place): CatalogProperty {
  return { type: place.at('type').text ?? '', value: sortedJson(place.at('value').value) };
}

/** Converts an entry of `metadata/dependencies.yaml` to a property of a catalog. */
function requirementProperty(place: Place): CatalogProperty {
  const { type, value } = catalogProperty(place);
  switch (type) {
    case 'olm.gvk':
      return { type: 'olm.gvk.required', value: propertyKindAt(place.at('value')) };
    case 'olm.package':
      return {
        type: 'olm.package.required',
        value: {
          packageName: place.at('value', 'packageName').text ?? '',
          versionRange: place.at('value', 'version').text ?? '',
        },
      };
    default:
      return { type, value };
  }
}

function propertyKindAt(place: Place): object {
  return propertyKind({ group: place.at('group'), kind: place.at('kind'), version: place.at('version') });
}

/** Returns a required kind. The group of a required definition is only in its name. */
function requiredPropertyKind(definition: Place): object {
  const { text: name = '' } = definition.at('name');
  const group = definition.with(name.slice(name.indexOf('.') + 1));
  return propertyKind({ group, kind: definition.at('kind'), version: definition.at('version') });
}

function propertyKind(places: Readonly<Record<'group' | 'kind' | 'version', Place>>): object {
  return Object.fromEntries(Object.entries(places).map(([name, { text = '' }]) => [name, text]));
}
