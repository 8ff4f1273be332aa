// In: the registry. Out: OpenAPI v3 documents, with the parts that clients of Kubernetes read: schemas, and the patch
// operations by which kubectl recognizes server-side validation. Called by the API server.

import { createHash } from 'node:crypto';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../api/index.ts';
import { builtInDefinitions } from '../../../built-in/index.ts';
import { isJsonList } from '../../../schema/index.ts';
import { builtInDiscovery, kubernetesRelease } from '../built-in/built-in-types.ts';
import type { Registry } from '../registry.ts';
import type { ResourceType } from '../resource-type.ts';
import {
  listName,
  metaDefinition,
  openApiListSchema,
  openApiSchema,
  schemaName,
  schemaPrefix,
} from './open-api-schema.ts';

/** The title of the documents of built-in kinds. */
export const openApiInfo: JsonObject = { title: 'Kubernetes', version: kubernetesRelease };

/** Returns the response of `/openapi/v3`: path → URL of the document, with its hash. */
export function openApiIndex(registry: Registry): JsonObject {
  const entry = (path: string): JsonObject => ({
    serverRelativeURL: documentUrl(path, contentHash(versionDocument(registry, path))),
  });
  return { paths: Object.fromEntries(versionPaths(registry).map((path) => [path, entry(path)])) };
}

/** Returns the URL of a document. @param path - such as `apis/apps/v1`. */
export function documentUrl(path: string, hash: string): string {
  return `/openapi/v3/${path}?hash=${hash}`;
}

/** Returns the hash of a document. */
export function contentHash(document: JsonObject | undefined): string {
  return createHash('sha512').update(JSON.stringify(document)).digest('hex').toUpperCase();
}

function versionPaths(registry: Registry): string[] {
  const builtIn = Object.keys(builtInDiscovery.resources).map((path) => path.slice(1));
  return [...new Set([...builtIn, ...registry.types().map(pathOf)])].sort();
}

function pathOf({ group, version }: ResourceType): string {
  return group === '' ? `api/${version}` : `apis/${group}/${version}`;
}

/** The definitions of responses and bodies of all kinds. */
const answered = ['DeleteOptions', 'Patch', 'Status'].map(metaDefinition);

/** Returns the document of a group and version; undefined if it isn't served. @param path - such as `apis/apps/v1`. */
export function versionDocument(registry: Registry, path: string): JsonObject | undefined {
  const types = registry.types().filter((type) => pathOf(type) === path);
  const reviews = builtInDiscovery.resources[`/${path}`];
  if (types.length === 0 && reviews === undefined) return undefined;
  const referred = [...answered, ...(types.length === 0 ? definitionsIn(path) : [])];
  const schemas: Record<string, JsonValue> = Object.fromEntries([
    ...types.map((type) => [schemaName(type), openApiSchema(type)] as const),
    ...types.map((type) => [listName(type), openApiListSchema(type)] as const),
    ...referred.map((name) => [name, builtInDefinitions[name] ?? {}] as const),
  ]);
  for (const schema of Object.values(schemas)) addReferred(schemas, schema);
  return {
    openapi: '3.0.0',
    info: reviews === undefined ? { title: 'Kubernetes CRD Swagger', version: 'v0.1.0' } : openApiInfo,
    paths: Object.fromEntries(types.flatMap(pathEntries)),
    components: { schemas },
  };
}

/** Returns the names of the definitions of kinds in a version. */
function definitionsIn(path: string): string[] {
  const [version = '', group = ''] = path.split('/').slice(1).toReversed();
  return Object.entries(builtInDefinitions).flatMap(([name, { 'x-kubernetes-group-version-kind': kinds }]) => {
    const isIn =
      isJsonList(kinds) && kinds.some((kind) => isJsonObject(kind) && kind.group === group && kind.version === version);
    return isIn ? [name] : [];
  });
}

function addReferred(schemas: Record<string, JsonValue>, value: JsonValue | undefined): void {
  if (isJsonList(value)) for (const item of value) addReferred(schemas, item);
  if (!isJsonObject(value)) return;
  for (const [field, inner] of Object.entries(value)) {
    if (field === '$ref' && typeof inner === 'string') {
      const name = inner.slice(schemaPrefix.length);
      if (Object.hasOwn(schemas, name)) continue;
      schemas[name] = builtInDefinitions[name] ?? {};
      addReferred(schemas, schemas[name]);
    } else addReferred(schemas, inner);
  }
}

/** Returns the paths of a kind, with their operations. */
export function pathEntries(type: ResourceType): [string, JsonObject][] {
  const { group, version, kind, plural, isNamespaced } = type;
  const root = `/${pathOf(type)}${isNamespaced ? '/namespaces/{namespace}' : ''}/${plural}`;
  const named = { 'x-kubernetes-group-version-kind': { group, version, kind } };
  const operation = (action: string, response: string, parameters: readonly string[] = []): JsonObject => ({
    'x-kubernetes-action': action,
    ...named,
    parameters: parameters.map((name) => ({ name, in: 'query', schema: { type: 'string', uniqueItems: true } })),
    responses: {
      '200': { description: 'OK', content: { 'application/json': { schema: { $ref: `${schemaPrefix}${response}` } } } },
    },
  });
  const [object, status] = [schemaName(type), metaDefinition('Status')];
  const write = ['dryRun', 'fieldManager', 'fieldValidation'];
  return [
    [
      root,
      {
        get: operation('list', listName(type)),
        post: operation('post', object, write),
        delete: operation('deletecollection', status),
      },
    ],
    [
      `${root}/{name}`,
      {
        get: operation('get', object),
        put: operation('put', object, write),
        delete: operation('delete', status, ['dryRun', 'propagationPolicy']),
        patch: operation('patch', object, [...write, 'force']),
      },
    ],
  ];
}
