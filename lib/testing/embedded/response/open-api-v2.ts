// In: the registry. Out: the OpenAPI v2 document of all kinds, whose schemas say less than those of v3. Called by the API server.

import { isJsonObject, type JsonObject, type JsonValue } from '../../../api/index.ts';
import { builtInDefinitions } from '../../../built-in/index.ts';
import { fieldsIn, isJsonList, listOf, scalarText } from '../../../schema/index.ts';
import type { Registry } from '../registry.ts';
import { openApiInfo, pathEntries } from './open-api.ts';
import { openApiSchema, schemaName, schemaPrefix } from './open-api-schema.ts';

const prefix = '#/definitions/';

/** Returns the response of `/openapi/v2`. */
export function openApiV2(registry: Registry): JsonObject {
  const types = registry.types();
  const custom = types.filter(({ isCustom }) => isCustom);
  return {
    swagger: '2.0',
    info: openApiInfo,
    paths: Object.fromEntries(types.flatMap(pathEntries).map(([path, content]) => [path, pathV2(content)])),
    definitions: {
      ...Object.fromEntries(Object.entries(builtInDefinitions).map(([name, schema]) => [name, referred(schema)])),
      ...Object.fromEntries(custom.map((type) => [schemaName(type), customV2(openApiSchema(type))])),
    },
  };
}

/** A kind that keeps unknown fields has no fields here: kubectl would refuse others. */
function customV2(schema: JsonObject): JsonValue {
  const kinds = { 'x-kubernetes-group-version-kind': schema['x-kubernetes-group-version-kind'] ?? [] };
  if (schema['x-kubernetes-preserve-unknown-fields'] === true) return { type: 'object', ...kinds };
  return referred(reduced(schema));
}

/** The words of schemas that v2 doesn't have. */
const absent: ReadonlySet<string> = new Set(['allOf', 'oneOf', 'anyOf', 'not', 'nullable']);

/**
 * Returns a schema of a custom kind without the parts that clients of v2 can't read: choices, nulls, and fields beside
 * free ones.
 */
function reduced(schema: JsonObject): JsonObject {
  const isFree = schema['x-kubernetes-preserve-unknown-fields'] === true;
  const isUntyped = schema.nullable === true;
  const { properties, items, additionalProperties, required, type, ...rest } = schema;
  const others = Object.fromEntries(Object.entries(rest).filter(([word]) => !absent.has(word)));
  const isInner = !isFree && !isUntyped;
  const fields = Object.entries(fieldsIn(properties));
  const nullable = new Set(fields.filter(([, field]) => fieldsIn(field).nullable === true).map(([name]) => name));
  const demanded = listOf(required).filter((name) => !isInner || !nullable.has(scalarText(name)));
  const isTyped =
    !isUntyped && !(isFree && type === 'object') && (type !== 'array' || (isInner && items !== undefined));
  return {
    ...others,
    ...(isTyped && type !== undefined && { type }),
    ...(demanded.length > 0 && fieldsIn(additionalProperties).nullable !== true && { required: demanded }),
    ...(isInner &&
      properties !== undefined && {
        properties: Object.fromEntries(fields.map(([name, field]) => [name, reducedValue(field)])),
      }),
    ...(isInner && items !== undefined && { items: reducedValue(items) }),
    ...(additionalProperties !== undefined && { additionalProperties: reducedValue(additionalProperties) }),
  };
}

/** A reference stays. */
function reducedValue(value: JsonValue): JsonValue {
  if (!isJsonObject(value)) return value;
  const [reference] = listOf(value.allOf);
  return isJsonObject(reference) && reference.$ref !== undefined ? value : reduced(value);
}

/** Returns a value whose references are those of v2, without `allOf` around them. */
function referred(value: JsonValue): JsonValue {
  if (isJsonList(value)) return value.map(referred);
  if (!isJsonObject(value)) return value;
  const [first] = listOf(value.allOf);
  if (isJsonObject(first) && typeof first.$ref === 'string') return { $ref: first.$ref.replace(schemaPrefix, prefix) };
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      name === '$ref' && typeof field === 'string' ? field.replace(schemaPrefix, prefix) : referred(field),
    ]),
  );
}

/** Returns the operations of a path; v2 has types of parameters beside their names, and schemas beside descriptions. */
function pathV2(content: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(content).map(([method, operation]) => {
      const { parameters, responses, ...rest } = fieldsIn(operation);
      const converted = Object.entries(fieldsIn(responses)).map(([code, response]): [string, JsonValue] => {
        const { description = '', content: forms } = fieldsIn(response);
        const { schema = {} } = fieldsIn(fieldsIn(forms)['application/json']);
        return [code, { description, schema: referred(schema) }];
      });
      const named = listOf(parameters).map((parameter) => {
        const { name = '', in: place = '', schema } = fieldsIn(parameter);
        return { name, in: place, ...fieldsIn(schema) };
      });
      return [method, { ...rest, parameters: named, responses: Object.fromEntries<JsonValue>(converted) }];
    }),
  );
}
