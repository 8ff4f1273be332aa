import { isJsonObject, type JsonObject, type JsonValue } from '../../schema/index.ts';
import type { KubernetesObject } from '../object/kubernetes-object.ts';
import { jsonCopy } from './json-copy.ts';
import { isSameJson } from './same-json.ts';

/**
 * What conversion changes of an object: `spec`, and `status` without what is the same in all versions. A part that the
 * object doesn't have is absent here, too.
 */
export type Content = JsonObject;

/** What the library keeps in every status, whatever the version. */
const standardFields = ['conditions', 'observedGeneration'] as const;

/** The content of an object, sharing nothing with it. */
export function contentOf({ spec, status }: KubernetesObject): Content {
  return {
    ...(spec !== undefined && { spec: jsonCopy(spec) }),
    ...(status !== undefined && { status: ownPart(jsonCopy(status)) }),
  };
}

/** The object in another version, with that version's content and everything else as it is. */
export function withContent(object: KubernetesObject, apiVersion: string, content: Content): KubernetesObject {
  const { spec: _, status, ...others } = object;
  const standard = standardPart(status);
  const hasStatus = content.status !== undefined || Object.keys(standard).length > 0;
  return {
    ...others,
    apiVersion,
    ...(content.spec !== undefined && { spec: content.spec }),
    ...(hasStatus && { status: { ...fieldsOf(content.status), ...standard } }),
  };
}

/** Whether two contents are the same. */
export function isSameContent(one: Content, other: Content): boolean {
  return isSameJson(one, other);
}

/** The fields of a part of a content; none if it isn't there. */
export function fieldsOf(part: JsonValue | undefined): JsonObject {
  return isJsonObject(part) ? part : {};
}

function ownPart(status: JsonValue): JsonValue {
  if (!isJsonObject(status)) return status;
  const { conditions: _, observedGeneration: _generation, ...own } = status;
  return own;
}

function standardPart(status: unknown): Readonly<Record<string, unknown>> {
  if (!isJsonObject(status)) return {};
  return Object.fromEntries(standardFields.flatMap((field) => (field in status ? [[field, status[field]]] : [])));
}
