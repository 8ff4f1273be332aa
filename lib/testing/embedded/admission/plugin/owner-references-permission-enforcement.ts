// In: a write that changes owner references. Out: nothing, or the refusal if its writer may not block the deletion of the owners. A
// step of admission, as the plugin OwnerReferencesPermissionEnforcement, which OpenShift enables.

import { isSameJson, type JsonObject } from '../../../../api/index.ts';
import { metadataText, type Owner, ownersOf } from '../../../../built-in/index.ts';
import { listAt } from '../../../../schema/index.ts';
import { type Authorizer, isAdmin } from '../../authorization/authorizer.ts';
import { pods } from '../../collection.ts';
import type { Registry } from '../../registry.ts';
import { forbidden } from '../../status-error.ts';
import type { AdmissionStep, AdmittedWrite } from '../admitted-write.ts';

/** Returns the step that enforces the rights to owners. */
export function ownerReferencesPermissionEnforcement(authorizer: Authorizer, registry: Registry): AdmissionStep {
  return {
    validate: (write) => {
      const { object, oldObject, operation, type, subresource, requester } = write;
      if (object === undefined || isAdmin(requester.user)) return;
      if (type.collection === pods && subresource === 'status') return;
      if (isSameJson(listAt(object, 'metadata.ownerReferences'), listAt(oldObject, 'metadata.ownerReferences'))) return;
      if (operation === 'UPDATE') assertDeletes(authorizer, write);
      const blocking = newBlocking(object, oldObject);
      const everything = { verb: 'update', group: '*', resource: '*/finalizers', name: '*' };
      if (blocking.length === 0 || authorizer.decision(requester.user, everything).isAllowed) return;
      for (const owner of blocking) assertFinalizes(write, owner, { authorizer, registry });
    },
  };
}

function assertDeletes(authorizer: Authorizer, write: AdmittedWrite): void {
  const { type, subresource, namespace, name, requester } = write;
  const resource = subresource === '' ? type.plural : `${type.plural}/${subresource}`;
  const right = { verb: 'delete', group: type.group, resource, namespace, name };
  const { isAllowed, reason } = authorizer.decision(requester.user, right);
  if (!isAllowed) throw refused(write, `cannot set an ownerRef on a resource you can't delete: ${reason}, <nil>`);
}

/** Returns the owners whose deletion the object blocks from now on. */
function newBlocking(object: JsonObject, oldObject: JsonObject | undefined): readonly Owner[] {
  const before = new Set((oldObject === undefined ? [] : ownersOf(oldObject)).filter(isBlocking).map(({ uid }) => uid));
  return ownersOf(object).filter((owner) => isBlocking(owner) && !before.has(owner.uid));
}

function isBlocking({ isBlocking: blocks }: Owner): boolean {
  return blocks;
}

function assertFinalizes(
  write: AdmittedWrite,
  { apiVersion, kind, name }: Owner,
  { authorizer, registry }: { readonly authorizer: Authorizer; readonly registry: Registry },
): void {
  const type = registry.ofKind(apiVersion, kind);
  if (type === undefined) {
    const fault = `no matches for kind ${JSON.stringify(kind)} in version ${JSON.stringify(apiVersion)}`;
    const text = `cannot set blockOwnerDeletion in this case because cannot find RESTMapping for APIVersion ${apiVersion} Kind ${kind}: ${fault}`;
    throw refused(write, text);
  }
  const namespace = type.isNamespaced ? write.namespace : undefined;
  const right = { verb: 'update', group: type.group, resource: `${type.plural}/finalizers`, namespace, name };
  const { isAllowed, reason } = authorizer.decision(write.requester.user, right);
  if (isAllowed) return;
  const text = `cannot set blockOwnerDeletion if an ownerReference refers to a resource you can't set finalizers on: ${reason}, <nil>`;
  throw refused(write, text);
}

function refused({ type, name, object = {} }: AdmittedWrite, cause: string) {
  const generated = metadataText(object, 'generateName');
  return forbidden(type, name === '' ? generated : name, cause);
}
