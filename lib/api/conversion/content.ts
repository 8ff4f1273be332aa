import { fieldsIn, isJsonObject, type JsonObject, type JsonValue } from '../../schema/index.ts';
import { prunedValue, withoutUnfitNulls } from '../../schema/structural/index.ts';
import type { KubernetesObject } from '../object/kubernetes-object.ts';
import type { ResourceDefinition } from '../resource/resource-definition.ts';
import { jsonCopy } from './json-copy.ts';

/**
 * The content that conversion changes: `spec`, and `status` without the fields that are the same in all versions. A
 * part that the object lacks is absent here, too.
 */
export type Content = JsonObject;

/** The fields that the library writes in every status, in all versions. */
const standardFields = ['conditions', 'observedGeneration'] as const;

/** Returns the content of an object, without shared references. */
export function conversionContent({ spec, status }: KubernetesObject): Content {
  return {
    ...(spec !== undefined && { spec: jsonCopy(spec) }),
    ...(status !== undefined && { status: ownStatusPart(jsonCopy(status)) }),
  };
}

/** Returns the object in another version, with that version's content and all else unchanged. */
export function withConversionContent(
  object: KubernetesObject,
  apiVersion: string,
  content: Content,
): KubernetesObject {
  const { spec: _, status, ...others } = object;
  const standard = standardStatusPart(status);
  const hasStatus = content.status !== undefined || Object.keys(standard).length > 0;
  return {
    ...others,
    apiVersion,
    ...(content.spec !== undefined && { spec: content.spec }),
    ...(hasStatus && { status: { ...fieldsIn(content.status), ...standard } }),
  };
}

/** Returns the content that an API server would store in a version: without unknown fields and invalid nulls. */
export function storedContent({ schema }: ResourceDefinition, content: Content): Content {
  return fieldsIn(withoutUnfitNulls(schema.content, prunedValue(schema.content, content, '').value));
}

function ownStatusPart(status: JsonValue): JsonValue {
  if (!isJsonObject(status)) return status;
  const { conditions: _, observedGeneration: _generation, ...own } = status;
  return own;
}

function standardStatusPart(status: unknown): Readonly<Record<string, unknown>> {
  if (!isJsonObject(status)) return {};
  return Object.fromEntries(standardFields.flatMap((field) => (field in status ? [[field, status[field]]] : [])));
}
