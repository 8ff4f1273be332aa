// In: the discovery documents of Kubernetes 1.36 and the schemas of its kinds. Out: the built-in kinds. Called by the
// registry.

import { readFileSync } from 'node:fs';
import { builtInSchema } from '../../../built-in/index.ts';
import type { Column, ResourceType, Strategy } from '../resource-type.ts';
import { builtInStrategy } from './built-in-strategy.ts';

/** The version of the API server from which the data of this directory was read. */
export const kubernetesVersion = 'v1.36.3';

/** The release of that version. */
export const kubernetesRelease = '1.36';

/** An entry of an APIResourceList, as the API server sends it. */
export interface DiscoveredResource {
  readonly name: string;
  readonly singularName: string;
  readonly namespaced: boolean;
  readonly kind: string;
  readonly verbs: readonly string[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly group?: string;
  readonly version?: string;
}

/** The discovery documents of a real API server. */
export interface Discovery {
  readonly groups: readonly {
    readonly name: string;
    readonly versions: readonly string[];
    readonly preferred: string;
  }[];
  /** Path, such as `/apis/apps/v1` → its resources. */
  readonly resources: Readonly<Record<string, readonly DiscoveredResource[]>>;
}

/** Returns true if API servers have a kind, or its lists. */
export function isBuiltInKind(apiVersion: string, kind: string): boolean {
  if (apiVersion === 'v1' && kind === 'List') return true;
  const resources = builtInDiscovery.resources[`/${apiVersion.includes('/') ? 'apis' : 'api'}/${apiVersion}`] ?? [];
  return resources.some((resource) => kind === resource.kind || kind === `${resource.kind}List`);
}

function data(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8');
}

/** The discovery documents of Kubernetes 1.36. */
export const builtInDiscovery: Discovery = JSON.parse(data('discovery.json')) as Discovery;

let tables: Readonly<Record<string, readonly Column[]>> | undefined;

/** Returns the columns of a kind's tables; read when first used. */
function columnsOf(collection: string): readonly Column[] {
  tables ??= JSON.parse(data('tables.json')) as Readonly<Record<string, readonly Column[]>>;
  return tables[collection] ?? [];
}

let types: readonly ResourceType[] | undefined;

/** Returns all built-in kinds whose objects are stored. */
export function builtInTypes(): readonly ResourceType[] {
  types ??= discoveredTypes(
    ({ name, verbs }) => !name.includes('/') && verbs.includes('get') && verbs.includes('create'),
  ).map(([, type]) => type);
  return types;
}

let created: ReadonlyMap<string, ResourceType> | undefined;

/**
 * Returns the kinds that clients only create, such as reviews and the subresource `serviceaccounts/token`, by group, version
 * and resource of their address: `authorization.k8s.io/v1/subjectaccessreviews`.
 */
export function createdTypes(): ReadonlyMap<string, ResourceType> {
  created ??= new Map(discoveredTypes(({ verbs }) => verbs.length === 1 && verbs[0] === 'create'));
  return created;
}

function discoveredTypes(isChosen: (resource: DiscoveredResource) => boolean): (readonly [string, ResourceType])[] {
  return Object.entries(builtInDiscovery.resources).flatMap(([path, resources]) => {
    const [, , group = '', version = ''] = path.startsWith('/apis')
      ? path.split('/')
      : ['', '', '', path.slice('/api/'.length)];
    return resources.filter(isChosen).map((resource) => {
      const names = { group, version, ...kindVersion(resource) };
      return [`${group}/${version}/${resource.name}`, builtInType(resource, resources, names)] as const;
    });
  });
}

/** The kind of a subresource may have a group and version of its own. */
function kindVersion({ name, group, version }: DiscoveredResource): {
  readonly group?: string;
  readonly version?: string;
} {
  return name.includes('/') && group !== undefined && version !== undefined ? { group, version } : {};
}

function builtInType(
  { name, singularName, namespaced, kind, verbs, shortNames = [], categories = [] }: DiscoveredResource,
  resources: readonly DiscoveredResource[],
  { group, version }: { readonly group: string; readonly version: string },
): ResourceType {
  const subresources = resources
    .filter((other) => other.name.startsWith(`${name}/`))
    .map((other) => other.name.slice(name.length + 1));
  const isScaled = subresources.includes('scale');
  const names = { group, version, kind };
  const type: Omit<ResourceType, 'columns' | 'schema' | 'strategy'> = {
    ...names,
    apiVersion: group === '' ? version : `${group}/${version}`,
    plural: name,
    singular: singularName,
    listKind: `${kind}List`,
    isNamespaced: namespaced,
    shortNames,
    categories,
    verbs,
    subresources: new Set(subresources),
    collection: `${group === 'events.k8s.io' ? '' : group}/${name}`,
    isCustom: false,
    scale: isScaled
      ? { specReplicas: ['spec', 'replicas'], statusReplicas: ['status', 'replicas'], selector: undefined }
      : undefined,
    selectableFields: new Set([
      'metadata.name',
      ...(namespaced || selectable[`${group}/${name}`] === undefined ? ['metadata.namespace'] : []),
      ...(selectable[`${group}/${name}`] ?? []),
    ]),
  };
  let strategy: Strategy | undefined;
  return {
    ...type,
    // Columns and schemas are read with the first request for the kind.
    get columns() {
      return columnsOf(`${group}/${name}`);
    },
    get schema() {
      return builtInSchema(names);
    },
    get strategy() {
      strategy ??= builtInStrategy({ ...type, schema: this.schema });
      return strategy;
    },
  };
}

/** Collection → its field selectors beside the name, and beside the namespace of namespaced kinds. */
const selectable: Readonly<Record<string, readonly string[]>> = {
  '/namespaces': ['status.phase'],
  '/secrets': ['type'],
  '/nodes': ['spec.unschedulable'],
  '/pods': [
    'spec.nodeName',
    'spec.restartPolicy',
    'spec.schedulerName',
    'spec.serviceAccountName',
    'spec.hostNetwork',
    'status.phase',
    'status.podIP',
    'status.nominatedNodeName',
  ],
  '/events': [
    'involvedObject.kind',
    'involvedObject.namespace',
    'involvedObject.name',
    'involvedObject.uid',
    'involvedObject.apiVersion',
    'involvedObject.resourceVersion',
    'involvedObject.fieldPath',
    'reason',
    'reportingComponent',
    'source',
    'type',
  ],
  'events.k8s.io/events': [
    'regarding.kind',
    'regarding.namespace',
    'regarding.name',
    'regarding.uid',
    'regarding.apiVersion',
    'regarding.resourceVersion',
    'regarding.fieldPath',
    'reason',
    'reportingController',
    'type',
  ],
  '/replicationcontrollers': ['status.replicas'],
  'batch/jobs': ['status.successful'],
  'certificates.k8s.io/certificatesigningrequests': ['spec.signerName'],
  'resource.k8s.io/resourceslices': ['spec.driver', 'spec.nodeName'],
  '/services': ['spec.clusterIP', 'spec.type'],
};
