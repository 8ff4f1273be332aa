// In: a stored definition. Out: its served versions as kinds of the API server. Called by the registry.

import { isJsonObject, type JsonObject, type JsonValue } from '../../../api/index.ts';
import { openApiDefinition, SchemaNode } from '../../../built-in/index.ts';
import {
  fieldAt,
  fieldsAt,
  fieldsIn,
  getOrMake,
  objectList,
  scalarText,
  textList,
  textMap,
} from '../../../schema/index.ts';
import type { VersionedObject } from '../apply/pruned-object.ts';
import { versionsOf } from '../built-in/definition-strategy.ts';
import type { Column, ResourceType, ScalePaths } from '../resource-type.ts';
import { type CustomVersion, customStrategy } from './custom-strategy.ts';

/** The verbs of custom resources, in the order of the API server. */
const verbs = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'];

/** Everything that custom kinds need beside their definition. */
export interface CustomPorts {
  readonly convert: (
    definition: JsonObject,
    objects: readonly JsonObject[],
    apiVersion: string,
  ) => Promise<readonly JsonObject[]>;
}

/** Returns the kinds that a definition serves, one for each served version. */
export function customTypes(definition: JsonObject, ports: CustomPorts): readonly ResourceType[] {
  const { group = '', scope = '' } = textMap(definition.spec);
  const versions = versionsOf(definition.spec);
  const storage = versions.find((version) => version.storage === true);
  const stored = {
    storageVersion: `${group}/${scalarText(storage?.name)}`,
    storageSchema: storage === undefined ? {} : schemaOf(storage),
  };
  const schemas = new Map(
    versions.map((each) => [`${group}/${scalarText(each.name)}`, ownershipSchema(schemaOf(each))] as const),
  );
  return versions
    .filter(({ served }) => served === true)
    .map((version) => customType(definition, version, { group, scope, stored, ports, schemas }));
}

function schemaOf(version: JsonObject): JsonObject {
  return objectSchema(fieldAt(version, 'schema.openAPIV3Schema'));
}

interface Place {
  readonly group: string;
  readonly scope: string;
  readonly stored: Pick<CustomVersion, 'storageSchema' | 'storageVersion'>;
  readonly ports: CustomPorts;
  /** Version → the schema of field ownership. */
  readonly schemas: ReadonlyMap<string, SchemaNode>;
}

function customType(
  definition: JsonObject,
  version: JsonObject,
  { group, scope, stored, ports, schemas }: Place,
): ResourceType {
  const names = fieldAt(definition.status, 'acceptedNames');
  const { plural = '', singular = '', kind = '', listKind = '' } = textMap(names);
  const name = scalarText(version.name);
  const apiVersion = `${group}/${name}`;
  const subresources = fieldsAt(version, 'subresources');
  const openAPIV3Schema = schemaOf(version);
  const custom: CustomVersion = {
    apiVersion,
    kind,
    openAPIV3Schema,
    hasStatus: subresources.status !== undefined,
    ...stored,
    scale: scalePaths(subresources.scale),
    convert: (objects, target) => ports.convert(definition, objects, target),
  };
  const isNamespaced = scope === 'Namespaced';
  const schema = schemas.get(apiVersion) ?? ownershipSchema(openAPIV3Schema);
  // A webhook takes time: its kinds are compared in the version of the request.
  const isConverted = fieldAt(definition, 'spec.conversion.strategy') === 'Webhook';
  const inVersion = (object: JsonObject, version: string): VersionedObject => ({
    object: { ...object, apiVersion: version },
    schema: schemas.get(version) ?? schema,
  });
  return {
    group,
    version: name,
    apiVersion,
    kind,
    plural,
    singular,
    listKind,
    isNamespaced,
    shortNames: textList(fieldAt(names, 'shortNames')),
    categories: textList(fieldAt(names, 'categories')),
    verbs,
    subresources: new Set(Object.keys(subresources)),
    collection: `${group}/${plural}`,
    isCustom: true,
    schema,
    strategy: { ...customStrategy(custom), ...(!isConverted && { inVersion }) },
    columns: [nameColumn(), ...printedColumns(version.additionalPrinterColumns)],
    scale: custom.scale,
    selectableFields: new Set([
      'metadata.name',
      ...(isNamespaced ? ['metadata.namespace'] : []),
      ...selectableFields(version.selectableFields),
    ]),
  };
}

const metadataName = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta';
const prepared = new WeakMap<JsonObject, JsonObject>();

/** Returns a schema that declares the fields of every object. */
function objectSchema(schema: JsonValue | undefined): JsonObject {
  const written = fieldsIn(schema);
  return getOrMake(prepared, written, () => ({
    ...written,
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { type: 'object' },
      ...fieldsAt(written, 'properties'),
    },
  }));
}

/** Returns the schema of field ownership of a custom kind: its own, with the metadata of every object. */
function ownershipSchema(schema: JsonObject): SchemaNode {
  const { properties } = schema;
  return SchemaNode.structural(
    {
      ...schema,
      properties: {
        ...fieldsIn(properties),
        metadata: { $ref: `#/components/schemas/${metadataName}` },
      },
    },
    openApiDefinition,
  );
}

function printedColumns(columns: JsonValue | undefined): Column[] {
  const written = objectList(columns);
  const all =
    columns === undefined ? [{ name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' }] : written;
  return all.map(printedColumn);
}

/** The first column of every table. */
function nameColumn(): Column {
  return {
    name: 'Name',
    type: 'string',
    format: 'name',
    description:
      'Name must be unique within a namespace. Is required when creating resources, although some resources may allow a client to request the generation of an appropriate name automatically. Name is primarily intended for creation idempotence and configuration definition. Cannot be updated. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/names#names',
    priority: 0,
  };
}

const ageDescription =
  'CreationTimestamp is a timestamp representing the server time when this object was created. It is not guaranteed to be set in happens-before order across separate operations. Clients may not set this value. It is represented in RFC3339 form and is in UTC.\n\nPopulated by the system. Read-only. Null for lists. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata';

function printedColumn(column: JsonObject): Column {
  const { name = '', type = '', format = '', jsonPath = '', description } = textMap(column);
  const isAge = jsonPath === '.metadata.creationTimestamp' && description === undefined;
  return {
    name,
    type,
    format,
    description:
      description ?? (isAge ? ageDescription : `Custom resource definition column (in JSONPath format): ${jsonPath}`),
    priority: typeof column.priority === 'number' ? column.priority : 0,
    jsonPath,
  };
}

function scalePaths(scale: JsonValue | undefined): ScalePaths | undefined {
  if (!isJsonObject(scale)) return undefined;
  const { specReplicasPath = '', statusReplicasPath = '', labelSelectorPath } = textMap(scale);
  const path = (text: string) => text.split('.').filter(Boolean);
  return {
    specReplicas: path(specReplicasPath),
    statusReplicas: path(statusReplicasPath),
    selector: labelSelectorPath === undefined ? undefined : path(labelSelectorPath),
  };
}

function selectableFields(fields: JsonValue | undefined): string[] {
  return objectList(fields).map((field) => textMap(field).jsonPath?.slice(1) ?? '');
}
