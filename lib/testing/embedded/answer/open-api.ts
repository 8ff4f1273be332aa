// In: the registry. Out: OpenAPI v3 documents, with what clients of Kubernetes read: schemas, and the patch operations by which
// kubectl recognizes server-side validation. Called by the API server.

import { createHash } from 'node:crypto';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../api/index.ts';
import { builtInDefinitions } from '../../../built-in/index.ts';
import { fieldsIn, isJsonList } from '../../../schema/index.ts';
import { builtInDiscovery, kubernetesVersion } from '../built-in/built-in-types.ts';
import type { Registry } from '../registry.ts';
import type { ResourceType } from '../resource-type.ts';

const prefix = '#/components/schemas/';

/** Returns the answer of `/openapi/v3`: path → URL of the document, with its hash. */
export function openApiIndex(registry: Registry): JsonObject {
  const paths = versionPaths(registry).map((path): [string, JsonObject] => {
    const hash = createHash('sha512')
      .update(JSON.stringify(versionDocument(registry, path)))
      .digest('hex')
      .toUpperCase();
    return [path, { serverRelativeURL: `/openapi/v3/${path}?hash=${hash}` }];
  });
  return { paths: Object.fromEntries(paths) };
}

function versionPaths(registry: Registry): string[] {
  const builtIn = Object.keys(builtInDiscovery.resources).map((path) => path.slice(1));
  return [...new Set([...builtIn, ...registry.types().map(pathOf)])].sort();
}

function pathOf({ group, version }: ResourceType): string {
  return group === '' ? `api/${version}` : `apis/${group}/${version}`;
}

/** Returns the document of a group and version; undefined if it isn't served. @param path - such as `apis/apps/v1`. */
export function versionDocument(registry: Registry, path: string): JsonObject | undefined {
  const types = registry.types().filter((type) => pathOf(type) === path);
  const reviews = builtInDiscovery.resources[`/${path}`];
  if (types.length === 0 && reviews === undefined) return undefined;
  const schemas: Record<string, JsonValue> = {};
  if (types.length === 0) for (const name of definitionsIn(path)) addReferred(schemas, { $ref: `${prefix}${name}` });
  for (const type of types) {
    const name = schemaName(type);
    schemas[name] = openApiSchema(type);
    addReferred(schemas, schemas[name]);
  }
  return {
    openapi: '3.0.0',
    info: { title: 'Kubernetes', version: kubernetesVersion },
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

/** Returns the name of a kind's schema. */
export function schemaName(type: ResourceType): string {
  if (!type.isCustom) return type.schema.definition;
  return [...type.group.split('.').toReversed(), type.version, type.kind].join('.');
}

const text = (description: string): JsonObject => ({ description, type: 'string' });

/** Returns the schema of a kind. */
export function openApiSchema(type: ResourceType): JsonObject {
  return type.isCustom ? customSchema(type) : (builtInDefinitions[schemaName(type)] ?? {});
}

function customSchema({ schema, group, version, kind }: ResourceType): JsonObject {
  const { properties } = schema.raw;
  return {
    ...schema.raw,
    properties: {
      ...fieldsIn(properties),
      apiVersion: text('APIVersion defines the versioned schema of this representation of an object.'),
      kind: text('Kind is a string value representing the REST resource this object represents.'),
      metadata: { allOf: [{ $ref: `${prefix}io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta` }] },
    },
    'x-kubernetes-group-version-kind': [{ group, version, kind }],
  };
}

function addReferred(schemas: Record<string, JsonValue>, value: JsonValue | undefined): void {
  if (isJsonList(value)) for (const item of value) addReferred(schemas, item);
  if (!isJsonObject(value)) return;
  for (const [field, inner] of Object.entries(value)) {
    if (field === '$ref' && typeof inner === 'string') {
      const name = inner.slice(prefix.length);
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
  const operation = (action: string, parameters: readonly string[] = []): JsonObject => ({
    'x-kubernetes-action': action,
    ...named,
    parameters: parameters.map((name) => ({ name, in: 'query', schema: { type: 'string', uniqueItems: true } })),
    responses: {
      '200': {
        description: 'OK',
        content: { 'application/json': { schema: { $ref: `${prefix}${schemaName(type)}` } } },
      },
    },
  });
  const write = ['dryRun', 'fieldManager', 'fieldValidation'];
  return [
    [root, { get: operation('list'), post: operation('post', write), delete: operation('deletecollection') }],
    [
      `${root}/{name}`,
      {
        get: operation('get'),
        put: operation('put', write),
        delete: operation('delete', ['dryRun', 'propagationPolicy']),
        patch: operation('patch', [...write, 'force']),
      },
    ],
  ];
}
