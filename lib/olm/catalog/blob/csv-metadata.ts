import { sortedJson } from '../../../schema/index.ts';
import type { Place } from '../../content/index.ts';
import type { CatalogProperty } from './blob.ts';

/**
 * Returns the property that replaces the manifests in a catalog: a ClusterServiceVersion without its install strategy.
 *
 * @see https://olm.operatorframework.io/docs/reference/file-based-catalogs/#olmcsvmetadata-alpha
 */
export function csvMetadata(clusterServiceVersion: Place): CatalogProperty {
  const spec = clusterServiceVersion.at('spec');
  const metadata = clusterServiceVersion.at('metadata');
  return {
    type: 'olm.csv.metadata',
    value: {
      ...csvMap('annotations', metadata.at('annotations')),
      apiServiceDefinitions: csvApis(spec.at('apiservicedefinitions'), csvApiService),
      crdDescriptions: csvApis(spec.at('customresourcedefinitions'), (api) => ({
        ...csvRequiredTexts(api, ['name', 'version', 'kind']),
        ...csvKindDescription(api),
      })),
      ...csvTexts(spec, ['description', 'displayName']),
      ...csvList('installModes', spec, (mode) => ({
        ...csvRequiredTexts(mode, ['type']),
        supported: mode.at('supported').value === true,
      })),
      ...csvList('keywords', spec, ({ text }) => text ?? ''),
      ...csvMap('labels', metadata.at('labels')),
      ...csvList('links', spec, (link) => csvTexts(link, ['name', 'url'])),
      ...csvList('maintainers', spec, (maintainer) => csvTexts(maintainer, ['name', 'email'])),
      ...csvTexts(spec, ['maturity', 'minKubeVersion']),
      ...csvList('nativeAPIs', spec, (api) => csvRequiredTexts(api, ['group', 'version', 'kind'])),
      provider: csvTexts(spec.at('provider'), ['name', 'url']),
    },
  };
}

type Texts = Readonly<Record<string, string>>;

function csvApis(definitions: Place, described: (api: Place) => object): object {
  return { ...csvList('owned', definitions, described), ...csvList('required', definitions, described) };
}

function csvApiService(api: Place): object {
  const port = api.at('containerPort').value;
  return {
    ...csvRequiredTexts(api, ['name', 'group', 'version', 'kind']),
    ...csvTexts(api, ['deploymentName']),
    ...(typeof port === 'number' && port !== 0 && { containerPort: port }),
    ...csvKindDescription(api),
  };
}

function csvKindDescription(api: Place): object {
  return {
    ...csvTexts(api, ['displayName', 'description']),
    ...csvList('resources', api, (resource) => csvRequiredTexts(resource, ['name', 'kind', 'version'])),
    ...csvList('statusDescriptors', api, csvDescriptor),
    ...csvList('specDescriptors', api, csvDescriptor),
    ...csvList('actionDescriptors', api, csvDescriptor),
  };
}

function csvDescriptor(place: Place): object {
  const value = place.at('value');
  return {
    ...csvRequiredTexts(place, ['path']),
    ...csvTexts(place, ['displayName', 'description']),
    ...csvList('x-descriptors', place, ({ text }) => text ?? ''),
    ...(!value.isAbsent && { value: sortedJson(value.value) }),
  };
}

/** Returns the named fields that hold non-empty text. */
function csvTexts(place: Place, names: readonly string[]): Texts {
  return Object.fromEntries(
    names.flatMap((name) => {
      const { text = '' } = place.at(name);
      return text === '' ? [] : [[name, text]];
    }),
  );
}

/** Returns the named fields, empty if absent. */
function csvRequiredTexts(place: Place, names: readonly string[]): Texts {
  return Object.fromEntries(names.map((name) => [name, place.at(name).text ?? '']));
}

function csvMap(name: string, place: Place): Readonly<Record<string, Texts>> {
  const names = place.fields.map(([field]) => field).toSorted();
  return names.length === 0 ? {} : { [name]: csvRequiredTexts(place, names) };
}

function csvList<Item>(
  name: string,
  parent: Place,
  item: (place: Place) => Item,
): Readonly<Record<string, readonly Item[]>> {
  const { items } = parent.at(name);
  return items.length === 0 ? {} : { [name]: items.map(item) };
}
