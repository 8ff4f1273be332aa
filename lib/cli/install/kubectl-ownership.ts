// In: an installed object. Out: the object with the installer as owner of the fields that kubectl applied. Called before an
// apply, so that it removes fields that the manifest no longer has.

import type { FieldsV1, Kind, ManagedFieldsEntry, StoredObject } from '../../api/index.ts';
import { objectKey } from '../../api/index.ts';
import type { Client, WriteOptions } from '../../client/index.ts';

/** Field managers and operations of `kubectl apply`, `create` and `replace`. Other writes of kubectl are admins' own. */
const appliers: ReadonlySet<string> = new Set([
  'kubectl-client-side-apply Update',
  'kubectl-create Update',
  'kubectl-replace Update',
  'kubectl Apply',
]);

/** The annotation stays with kubectl, which compares by it. */
const lastApplied = 'f:kubectl.kubernetes.io/last-applied-configuration';

/**
 * Makes `manager` the owner of the fields that kubectl applied to an object; writes nothing if there are none.
 *
 * @see https://kubernetes.io/docs/reference/using-api/server-side-apply/#upgrading-from-client-side-apply-to-server-side-apply
 */
export async function takeFieldsOfKubectl(
  client: Client,
  { kind, live, manager }: { readonly kind: Kind; readonly live: StoredObject; readonly manager: string },
  options: WriteOptions,
): Promise<void> {
  const { managedFields = [], resourceVersion } = live.metadata;
  const taken = managedFields.filter(isOfKubectl);
  if (taken.length === 0) return;
  const isOwn = (entry: ManagedFieldsEntry) => entry.manager === manager && entry.operation === 'Apply';
  const fieldsV1 = [...managedFields.filter(isOwn), ...taken]
    .map((entry) => entry.fieldsV1 ?? {})
    .reduce(unionOfFields, {});
  const own = { manager, operation: 'Apply', apiVersion: live.apiVersion, fieldsType: 'FieldsV1', fieldsV1 };
  const value = [...managedFields.filter((entry) => !isOwn(entry) && !isOfKubectl(entry)), own];
  const body = [
    { op: 'replace', path: '/metadata/managedFields', value },
    { op: 'replace', path: '/metadata/resourceVersion', value: resourceVersion },
  ] as const;
  await client.patch(kind, objectKey(live), { type: 'json', body }, options);
}

function isOfKubectl({ manager, operation, subresource = '' }: ManagedFieldsEntry): boolean {
  return subresource === '' && appliers.has(`${manager} ${operation}`);
}

function unionOfFields(one: FieldsV1, other: FieldsV1): FieldsV1 {
  const both: Record<string, FieldsV1> = { ...one };
  for (const [element, below] of Object.entries(other)) {
    if (element !== lastApplied) both[element] = unionOfFields(both[element] ?? {}, below);
  }
  return both;
}
