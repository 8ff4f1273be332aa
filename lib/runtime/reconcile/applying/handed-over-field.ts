// In: a child as rendered, and as the cache holds it. Out: the child, with the present values of fields that are handed
// over to another manager and no longer rendered. Called before a child is compared and applied.
//
// A field with one owner returns to its default when that manager no longer applies it: a Deployment without `replicas`
// has one pod. So it is applied with its present value until another manager sets it.

import type { FieldsV1, KubernetesObject, StoredObject } from '../../../api/index.ts';
import { fieldAt, fieldsIn, ownField } from '../../../schema/index.ts';
import { type FieldOwner, ownManagedFields } from '../comparison/own-fields.ts';
import { fieldElement } from '../comparison/path-element.ts';

/**
 * The object to apply for a child. Returns the rendered object itself if no field is handed over. A field isn't if it
 * is rendered, has no value, or isn't owned by this manager as one value.
 *
 * @param paths - names of fields joined by dots, such as `spec.replicas`.
 */
export function withHandedOverFields(
  desired: KubernetesObject,
  live: StoredObject,
  owner: FieldOwner,
  paths: readonly string[],
): KubernetesObject {
  const owned = ownManagedFields(live, owner)?.fieldsV1;
  if (owned === undefined) return desired;
  let object = desired;
  for (const path of paths) {
    const names = path.split('.');
    const value = fieldAt(live, path);
    const isKept = value !== undefined && fieldAt(desired, path) === undefined && isOwnedAsWhole(owned, names);
    if (isKept) object = { ...object, ...withField(object, names, value) };
  }
  return object;
}

/** Returns true if a field is owned as one value: otherwise parts of it may have other owners. */
function isOwnedAsWhole(owned: FieldsV1, names: readonly string[]): boolean {
  let fields: FieldsV1 | undefined = owned;
  for (const name of names) fields = fields?.[fieldElement(name)];
  return fields !== undefined && Object.keys(fields).every((element) => element === '.');
}

function withField(
  fields: Readonly<Record<string, unknown>>,
  [name = '', ...below]: readonly string[],
  value: unknown,
): Readonly<Record<string, unknown>> {
  const field = ownField(fields, name);
  if (below.length === 0) return { ...fields, [name]: value };
  return { ...fields, [name]: withField(fieldsIn(field), below, value) };
}
