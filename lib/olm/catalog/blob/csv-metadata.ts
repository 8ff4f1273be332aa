// In: a ClusterServiceVersion. Out: the part that consoles show before the installation. Called for each bundle of a
// catalog that has an image.

import type { Place } from '../../content/index.ts';
import { sortedJson } from '../../notation/sorted-json.ts';
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
      ...map('annotations', metadata.at('annotations')),
      apiServiceDefinitions: apis(spec.at('apiservicedefinitions'), service),
      crdDescriptions: apis(spec.at('customresourcedefinitions'), definition),
      ...texts(spec, ['description', 'displayName']),
      ...list('installModes', spec, (mode) => ({
        ...required(mode, ['type']),
        supported: mode.at('supported').value === true,
      })),
      ...list('keywords', spec, ({ text }) => text ?? ''),
      ...map('labels', metadata.at('labels')),
      ...list('links', spec, (link) => texts(link, ['name', 'url'])),
      ...list('maintainers', spec, (maintainer) => texts(maintainer, ['name', 'email'])),
      ...texts(spec, ['maturity', 'minKubeVersion']),
      ...list('nativeAPIs', spec, (api) => required(api, ['group', 'version', 'kind'])),
      provider: texts(spec.at('provider'), ['name', 'url']),
    },
  };
}

type Texts = Readonly<Record<string, string>>;

/** Returns the provided and the required kinds. */
function apis(definitions: Place, described: (api: Place) => object): object {
  return { ...list('owned', definitions, described), ...list('required', definitions, described) };
}

function definition(api: Place): object {
  return { ...required(api, ['name', 'version', 'kind']), ...description(api) };
}

function service(api: Place): object {
  const port = api.at('containerPort').value;
  return {
    ...required(api, ['name', 'group', 'version', 'kind']),
    ...texts(api, ['deploymentName']),
    ...(typeof port === 'number' && port !== 0 && { containerPort: port }),
    ...description(api),
  };
}

function description(api: Place): object {
  return {
    ...texts(api, ['displayName', 'description']),
    ...list('resources', api, (resource) => required(resource, ['name', 'kind', 'version'])),
    ...list('statusDescriptors', api, descriptor),
    ...list('specDescriptors', api, descriptor),
    ...list('actionDescriptors', api, descriptor),
  };
}

function descriptor(place: Place): object {
  const value = place.at('value');
  return {
    ...required(place, ['path']),
    ...texts(place, ['displayName', 'description']),
    ...list('x-descriptors', place, ({ text }) => text ?? ''),
    ...(!value.isAbsent && { value: sortedJson(value.value) }),
  };
}

/** Returns the named fields that hold non-empty text. */
function texts(place: Place, names: readonly string[]): Texts {
  return Object.fromEntries(
    names.flatMap((name) => {
      const { text = '' } = place.at(name);
      return text === '' ? [] : [[name, text]];
    }),
  );
}

/** Returns the named fields, empty if absent. */
function required(place: Place, names: readonly string[]): Texts {
  return Object.fromEntries(names.map((name) => [name, place.at(name).text ?? '']));
}

function map(name: string, place: Place): Readonly<Record<string, Texts>> {
  const names = place.fields.map(([field]) => field).toSorted();
  return names.length === 0 ? {} : { [name]: required(place, names) };
}

function list<Item>(
  name: string,
  parent: Place,
  item: (place: Place) => Item,
): Readonly<Record<string, readonly Item[]>> {
  const { items } = parent.at(name);
  return items.length === 0 ? {} : { [name]: items.map(item) };
}
