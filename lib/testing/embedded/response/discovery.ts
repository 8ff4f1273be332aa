// In: the registry. Out: the discovery documents. Called by the API server.

import type { JsonObject } from '../../../api/index.ts';
import { compareVersions } from '../../../constructs/index.ts';
import { builtInDiscovery, type DiscoveredResource } from '../built-in/built-in-types.ts';
import type { Registry } from '../registry.ts';
import type { ResourceType } from '../resource-type.ts';

/** The verbs of the status and scale subresources. */
const subresourceVerbs = ['get', 'patch', 'update'];

/** Returns the response of `/api`. */
export function apiVersions(serverAddress: string): JsonObject {
  return {
    kind: 'APIVersions',
    versions: ['v1'],
    serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress }],
  };
}

interface Group {
  readonly name: string;
  readonly versions: readonly string[];
  readonly preferred: string;
}

/** Returns the response of `/apis`. */
export function groupList(registry: Registry): JsonObject {
  return { kind: 'APIGroupList', apiVersion: 'v1', groups: groupsOf(registry).map(groupEntry) };
}

/** Returns the response of `/apis/{group}`; undefined if no kind of the group is served. */
export function apiGroup(registry: Registry, name: string): JsonObject | undefined {
  const group = groupsOf(registry).find((each) => each.name === name);
  return group && { kind: 'APIGroup', apiVersion: 'v1', ...groupEntry(group) };
}

function groupsOf(registry: Registry): readonly Group[] {
  const known = new Set(builtInDiscovery.groups.map(({ name }) => name));
  const custom = Map.groupBy(registry.customTypes(), ({ group }) => group);
  const added = [...custom]
    .filter(([name]) => !known.has(name))
    .map(([name, types]): Group => {
      const versions = [...new Set(types.map(({ version }) => version))].sort(compareVersions);
      return { name, versions, preferred: versions[0] ?? '' };
    });
  return [...builtInDiscovery.groups, ...added.sort((one, other) => (one.name < other.name ? -1 : 1))];
}

function groupEntry({ name, versions, preferred }: Group): JsonObject {
  const entry = (version: string) => ({ groupVersion: `${name}/${version}`, version });
  return { name, versions: versions.map(entry), preferredVersion: entry(preferred) };
}

/** Returns the resources of a version; undefined if it isn't served. @param path - such as `/apis/apps/v1`. */
function resourcesOf(registry: Registry, path: string): readonly DiscoveredResource[] | undefined {
  const groupVersion = path.replace(/^\/apis?\//, '');
  const builtIn = builtInDiscovery.resources[path];
  const custom = registry.customTypes().filter(({ apiVersion }) => apiVersion === groupVersion);
  return builtIn === undefined && custom.length === 0
    ? undefined
    : [...(builtIn ?? []), ...custom.flatMap(discoveredResources)];
}

/** Returns the response of `/api/v1` and of `/apis/{group}/{version}`; undefined if the version isn't served. */
export function resourceList(registry: Registry, path: string): JsonObject | undefined {
  const groupVersion = path.replace(/^\/apis?\//, '');
  const found = resourcesOf(registry, path);
  if (found === undefined) return undefined;
  const resources = found.map((resource): JsonObject => ({ ...resource }));
  return { kind: 'APIResourceList', ...(groupVersion !== 'v1' && { apiVersion: 'v1' }), groupVersion, resources };
}

function discoveredResources(type: ResourceType): DiscoveredResource[] {
  const { plural, singular, isNamespaced, kind, verbs, shortNames, categories, subresources } = type;
  const own: DiscoveredResource = {
    name: plural,
    singularName: singular,
    namespaced: isNamespaced,
    kind,
    verbs,
    ...(shortNames.length > 0 && { shortNames }),
    ...(categories.length > 0 && { categories }),
  };
  const status = {
    name: `${plural}/status`,
    singularName: '',
    namespaced: isNamespaced,
    kind,
    verbs: subresourceVerbs,
  };
  const scale = {
    name: `${plural}/scale`,
    singularName: '',
    namespaced: isNamespaced,
    group: 'autoscaling',
    version: 'v1',
    kind: 'Scale',
    verbs: subresourceVerbs,
  };
  return [own, ...(subresources.has('status') ? [status] : []), ...(subresources.has('scale') ? [scale] : [])];
}

/** Returns the discovery of all groups in one document. @param root - `/api` or `/apis`. */
export function aggregatedDiscovery(registry: Registry, root: '/api' | '/apis'): JsonObject {
  const groups = root === '/api' ? [{ name: '', versions: ['v1'], preferred: 'v1' }] : groupsOf(registry);
  return {
    kind: 'APIGroupDiscoveryList',
    apiVersion: 'apidiscovery.k8s.io/v2',
    metadata: {},
    items: groups.map(({ name, versions }) => ({
      metadata: name === '' ? {} : { name },
      versions: versions.map((version) => ({
        version,
        resources: aggregatedResources(registry, root === '/api' ? `/api/${version}` : `/apis/${name}/${version}`),
        freshness: 'Current',
      })),
    })),
  };
}

function aggregatedResources(registry: Registry, path: string): JsonObject[] {
  const resources = resourcesOf(registry, path) ?? [];
  const groupVersion = path.replace(/^\/apis?\//, '').split('/');
  const [version = '', group = ''] = groupVersion.toReversed();
  const own: GroupVersion = { group, version, isCustom: builtInDiscovery.resources[path] === undefined };
  return resources
    .filter(({ name }) => !name.includes('/'))
    .map((resource) => ({
      resource: resource.name,
      responseKind: responseKind(resource, own),
      scope: resource.namespaced ? 'Namespaced' : 'Cluster',
      singularResource: resource.singularName,
      verbs: resource.verbs,
      ...(resource.shortNames !== undefined && { shortNames: resource.shortNames }),
      ...(resource.categories !== undefined && { categories: resource.categories }),
      ...subresourcesOf(resources, resource.name, own),
    }));
}

interface GroupVersion {
  readonly isCustom: boolean;
  readonly group: string;
  readonly version: string;
}

function subresourcesOf(
  resources: readonly DiscoveredResource[],
  name: string,
  groupVersion: GroupVersion,
): JsonObject {
  const inner = resources
    .filter((each) => each.name.startsWith(`${name}/`))
    .map((each) => ({
      subresource: each.name.slice(name.length + 1),
      responseKind: responseKind(each, groupVersion),
      verbs: each.verbs,
    }));
  return inner.length === 0 ? {} : { subresources: inner };
}

/** Built-in kinds of the group itself have no group and version here. */
function responseKind({ group, version, kind }: DiscoveredResource, { isCustom, ...own }: GroupVersion): JsonObject {
  return { group: group ?? (isCustom ? own.group : ''), version: version ?? (isCustom ? own.version : ''), kind };
}
