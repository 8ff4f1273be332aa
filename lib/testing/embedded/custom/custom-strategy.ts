// In: one version of a definition. Out: the rules of its custom resources. Called by the registry.

import { isJsonObject, type JsonObject, type JsonValue } from '../../../api/index.ts';
import {
  type Cause,
  DecodingError,
  decodedObject,
  forbiddenField,
  invalidValue,
  metadataFields,
  metadataSchema,
  metadataText,
  metadataTexts,
  plainFinalizers,
  requiredValue,
  unmarshalFault,
  unmarshalledType,
  usualName,
  withMetadata,
} from '../../../built-in/index.ts';
import { isJsonList, scalarText, valueAt, withFields } from '../../../schema/index.ts';
import {
  declaredField,
  innerSchemas,
  type OpenApiSchema,
  prunedValue,
  readSchema,
  type ValueFinding,
  validatedValue,
  withDefaults,
} from '../../../schema/structural/index.ts';
import type { Decoded, ScalePaths, Strategy } from '../resource-type.ts';
import { notImplemented } from '../status-error.ts';
import { embeddedCauses } from './embedded-cause.ts';
import { duplicateCauses } from './list-duplicate-cause.ts';
import { isBlocking, noField, structuralCauses, uncheckedRules } from './structural-cause.ts';

/** One version of a custom kind. */
export interface CustomVersion {
  readonly apiVersion: string;
  readonly kind: string;
  readonly openAPIV3Schema: JsonObject;
  readonly hasStatus: boolean;
  /** Converts objects of any version to another one. */
  readonly convert: (objects: readonly JsonObject[], apiVersion: string) => Promise<readonly JsonObject[]>;
  readonly storageVersion: string;
  /** The schema of the stored version, which drops the fields of others. */
  readonly storageSchema: JsonObject;
  readonly scale: ScalePaths | undefined;
}

/** Returns the rules of the custom resources of one version. */
export function customStrategy(version: CustomVersion): Strategy {
  const { apiVersion, openAPIV3Schema, hasStatus, storageVersion, storageSchema } = version;
  const { schema } = readSchema(openAPIV3Schema);
  const root = embedded(openAPIV3Schema);
  const whole = (object: JsonObject): JsonObject => {
    const value = withDefaults(schema, object);
    return isJsonObject(value) ? value : object;
  };
  const converted = async (object: JsonObject, target: string) => {
    if (object.apiVersion === target) return object;
    const [result] = await version.convert([object], target);
    return result ?? object;
  };
  return {
    nameForm: usualName,
    hasGeneration: true,
    allowsUnconditionalUpdate: false,
    allowsCreateOnUpdate: false,
    showsDeleted: false,
    empty: {},
    decoded: (object): Decoded => {
      const { value, dropped } = prunedValue(root, object, '');
      const unknown: string[] = [];
      assertMetadata(object);
      const metadata = decodedObject(metadataSchema(), metadataFields(object), { unknown, path: 'metadata' });
      const kept = isJsonObject(value) ? whole({ ...value, metadata }) : object;
      return { object: kept, unknown: [...dropped.map(({ path }) => path), ...unknown].sort() };
    },
    prepared: (object, { before, subresource }) => {
      if (subresource === 'status' && before !== undefined) {
        const { managedFields } = metadataFields(object);
        return withMetadata(withFields(before, { status: object.status }), { managedFields });
      }
      return hasStatus ? withFields(object, { status: before?.status }) : object;
    },
    causes: (object, before, subresource) => [
      ...causes(version, { object, before, subresource }),
      ...scaleCauses(version.scale, object, subresource),
    ],
    warnings: finalizerWarnings,
    fromStorage: async (object) => {
      const result = await converted(object, apiVersion);
      const { value } = prunedValue(root, whole(result), '');
      return isJsonObject(value) ? value : result;
    },
    toStorage: async (object) => {
      if (object.apiVersion === storageVersion) return object;
      const result = await converted(object, storageVersion);
      const { value } = prunedValue(embedded(storageSchema), result, '');
      return isJsonObject(value) ? value : result;
    },
  };
}

/** Returns the schema of an object with metadata. */
function embedded(openAPIV3Schema: JsonObject): OpenApiSchema {
  return { ...readSchema(openAPIV3Schema).schema, 'x-kubernetes-embedded-resource': true };
}

function assertMetadata({ metadata = {} }: JsonObject): void {
  if (isJsonObject(metadata) || metadata === null) return;
  throw new DecodingError(unmarshalFault(metadata, 'v1.ObjectMeta'));
}

/** Returns the warnings of new finalizers without a domain. */
function finalizerWarnings(object: JsonObject, before: JsonObject | undefined): string[] {
  const known = new Set(before === undefined ? [] : metadataTexts(before, 'finalizers'));
  const words = 'prefer a domain-qualified finalizer name to avoid accidental conflicts with other finalizer writers';
  return plainFinalizers(object)
    .filter((finalizer) => !known.has(finalizer))
    .map((finalizer) => `metadata.finalizers: ${JSON.stringify(finalizer)}: ${words}`);
}

interface Validated {
  readonly object: JsonObject;
  readonly before: JsonObject | undefined;
  readonly subresource: string;
}

function causes(
  { apiVersion, kind, openAPIV3Schema }: CustomVersion,
  { object, before, subresource }: Validated,
): Cause[] {
  const { schema } = readSchema(openAPIV3Schema);
  const typed = [
    ...(object.kind === kind ? [] : [invalidValue('kind', object.kind, `must be ${kind}`)]),
    ...(object.apiVersion === apiVersion
      ? []
      : [invalidValue('apiVersion', object.apiVersion, `must be ${apiVersion}`)]),
  ];
  const written: JsonValue = object;
  const found = [
    ...typed,
    ...(subresource === 'status'
      ? statusCauses(schema, object, before)
      : structuralCauses(schema, written, { path: '', before })),
    ...embeddedCauses(schema, written, ''),
    ...duplicateCauses(schema, written, ''),
  ];
  if (isBlocking(found) || metadataText(object, 'name') === '')
    return hasRules(schema) ? [...found, uncheckedRules] : found;
  const { findings, unevaluated } = validatedValue(openAPIV3Schema, object, before);
  const [uncertain] = unevaluated;
  if (uncertain !== undefined) {
    const { rule, reason } = uncertain;
    throw notImplemented(
      `can't evaluate the rule ${JSON.stringify(rule)} (${reason}): use a ControlPlane of operand/testing`,
    );
  }
  const broken = findings.filter(({ reason }) => reason === 'broken-rule');
  return [...found, ...broken.map((finding) => ruleCause(finding, object))];
}

/** Returns true if a schema has rules, at any level. */
function hasRules(schema: OpenApiSchema): boolean {
  const { 'x-kubernetes-validations': rules = [] } = schema;
  return rules.length > 0 || innerSchemas(schema).some(([inner]) => hasRules(inner));
}

/** The API server validates the status alone when it is written; messages then name fields from there. */
function statusCauses(schema: OpenApiSchema, { status }: JsonObject, before: JsonObject | undefined): Cause[] {
  const inner = declaredField(schema, 'status');
  if (inner === undefined || status === undefined) return [];
  return structuralCauses(inner, status, { path: '', before: before?.status }).map((cause) => {
    const { field = '' } = cause;
    return { ...cause, field: field === noField || field === '' ? 'status' : `status.${field}` };
  });
}

/** The replicas of a scale subresource are counts. */
function scaleCauses(scale: ScalePaths | undefined, object: JsonObject, subresource: string): Cause[] {
  if (scale === undefined) return [];
  const path = subresource === 'status' ? scale.statusReplicas : scale.specReplicas;
  const field = `.${path.join('.')}`;
  const value = valueAt(object, path);
  const list = path.map((_, depth) => valueAt(object, path.slice(0, depth))).find(Array.isArray);
  if (list !== undefined) {
    return [
      invalidValue(
        field,
        0,
        `${field} accessor error: [${list.join(' ')}] is of the type []interface {}, expected map[string]interface{}`,
      ),
    ];
  }
  if (value === undefined) return [];
  if (typeof value !== 'number') {
    return [
      invalidValue(
        field,
        0,
        `${field} accessor error: ${scalarText(value)} is of the type ${unmarshalledType(value)}, expected int64`,
      ),
    ];
  }
  return value < 0 ? [invalidValue(field, value, 'should be a non-negative integer')] : [];
}

function ruleCause({ path, message, cause, rulePath = path, isError }: ValueFinding, object: JsonObject): Cause {
  const field = path === '' ? noField : path;
  const value = ruleValue(rulePath, object);
  const isScalar = typeof value !== 'object' || value === null;
  if (cause === 'FieldValueForbidden') return forbiddenField(field, message);
  if (cause === 'FieldValueRequired') return requiredValue(field, message);
  if (cause === 'FieldValueDuplicate') {
    return { reason: cause, message: `Duplicate value${isScalar ? `: ${JSON.stringify(value)}` : ''}`, field };
  }
  if (isScalar) return invalidValue(field, value, message);
  if (isError === true) return invalidValue(field, isJsonList(value) ? 'array' : 'object', message);
  return { reason: 'FieldValueInvalid', message: `Invalid value: ${message}`, field };
}

/** The value of a rule; causes show scalars only. */
function ruleValue(path: string, object: JsonObject): JsonValue {
  const segments = path.split(/[.[\]]+/).filter(Boolean);
  const value = segments.reduce<JsonValue | undefined>((found, segment) => {
    if (isJsonList(found)) return found[Number(segment)];
    return isJsonObject(found) ? found[segment.replaceAll('"', '')] : undefined;
  }, object);
  return value ?? null;
}
