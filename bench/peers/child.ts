// The children of a Memcached with owner references, for peers without a library that would add them.

import { deployment, service } from '../operator/manifest.ts';

/** The fields of a Memcached that its children depend on. */
export interface Parent {
  readonly metadata: { readonly name: string; readonly uid: string };
  readonly spec: { readonly size: number };
}

/** Returns the Deployment of its pods, with its owner. */
export function ownedDeployment(parent: Parent) {
  return owned(parent, deployment({ name: parent.metadata.name, ...parent.spec }));
}

/** Returns the headless Service of the pods, with its owner. */
export function ownedService(parent: Parent) {
  return owned(parent, service({ name: parent.metadata.name, ...parent.spec }));
}

function owned<Child extends { readonly metadata: object }>({ metadata: { name, uid } }: Parent, child: Child) {
  const owner = { apiVersion: 'cache.example.com/v1alpha1', kind: 'Memcached', name, uid };
  const ownerReferences = [{ ...owner, controller: true, blockOwnerDeletion: true }];
  return { ...child, metadata: { ...child.metadata, ownerReferences } };
}
