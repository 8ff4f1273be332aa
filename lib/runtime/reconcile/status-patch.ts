import { isJsonObject, type StoredObject } from '../../api/index.ts';
import type { JsonPatchOperation, Patch } from '../../client/index.ts';
import { ownField } from '../../schema/index.ts';

/**
 * Replaces the status of `resource` by `status`, if the resource hasn't changed: otherwise it is a conflict.
 *
 * Fields with the same value as before aren't sent, so that they and their owners stay.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6902
 */
export function statusPatch({ metadata, status: before }: StoredObject, status: unknown): Patch {
  const bound: JsonPatchOperation = {
    op: 'replace',
    path: '/metadata/resourceVersion',
    value: metadata.resourceVersion,
  };
  if (!isJsonObject(before) || !isJsonObject(status)) {
    return { type: 'json', body: [bound, { op: 'add', path: '/status', value: status }] };
  }
  const changed = Object.keys({ ...before, ...status }).filter(
    (name) => ownField(before, name) !== ownField(status, name),
  );
  return { type: 'json', body: [bound, ...changed.map((name) => change(name, ownField(status, name)))] };
}

function change(name: string, value: unknown): JsonPatchOperation {
  const path = `/status/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  return value === undefined ? { op: 'remove', path } : { op: 'add', path, value };
}
