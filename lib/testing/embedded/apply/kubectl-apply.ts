// In: an apply of any client. Out: the object with the owners of its fields. Called by writes. An API server lets kubectl take fields over
// that it has applied without server-side apply, and keeps kubectl's annotation up to date.

import { isJsonObject, type JsonObject } from '../../../api/index.ts';
import { annotationsOf, metadataFields, type SchemaNode, withMetadata } from '../../../built-in/index.ts';
import { canonicalJson, fieldsIn, withFields } from '../../../schema/index.ts';
import { goEscaped, readableJson } from '../json-text.ts';
import { changedFields } from './field-changes.ts';
import { type AppliedFields, type AppliedWrite, appliedFields } from './field-manager.ts';
import { FieldSet } from './field-set.ts';
import { typedFault } from './typed-fault.ts';
import { fieldSetOf } from './typed-value.ts';

/** Contains the object of the last `kubectl apply`. */
export const lastAppliedAnnotation = 'kubectl.kubernetes.io/last-applied-configuration';

/** Applies an object: see {@link appliedFields}. */
export function appliedObjectFields(live: JsonObject, applied: JsonObject, write: AppliedWrite): AppliedFields {
  if (write.manager.name !== 'kubectl') return appliedFields(live, applied, write);
  const result = appliedFields(live, applied, { ...write, granted: clientSideFields(live, write) });
  if ((annotationsOf(result.object)[lastAppliedAnnotation] ?? '') === '') return result;
  const isNamed = annotationsOf(applied)[lastAppliedAnnotation] !== undefined;
  const bare = isNamed ? annotatedObject(applied, lastAppliedAnnotation, undefined) : applied;
  return {
    ...result,
    object: annotatedObject(result.object, lastAppliedAnnotation, `${goEscaped(canonicalJson(bare))}\n`),
  };
}

/** Returns the fields that kubectl has applied without server-side apply, and that no other client has changed since. */
function clientSideFields(live: JsonObject, { schema, manager }: AppliedWrite): FieldSet {
  const last = lastApplied(annotationsOf(live)[lastAppliedAnnotation] ?? '', schema);
  if (last?.apiVersion !== manager.apiVersion) return FieldSet.empty;
  const { added, modified, removed } = changedFields(schema, last, live);
  return fieldSetOf(schema, last).difference(modified).difference(added).difference(removed);
}

function lastApplied(text: string, schema: SchemaNode): JsonObject | undefined {
  const value = readableJson(text);
  return isJsonObject(value) && typedFault(schema, value) === undefined ? value : undefined;
}

/** Returns an object with another value of an annotation; undefined removes it. */
function annotatedObject(object: JsonObject, name: string, value: string | undefined): JsonObject {
  return withMetadata(object, {
    annotations: withFields(fieldsIn(metadataFields(object).annotations), { [name]: value }),
  });
}
