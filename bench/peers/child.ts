// The children of a Memcached with their owner, which a library would add: for those who write them by hand.

import { deployment, service } from '../operator/manifest.ts';

/** The part of a Memcached that its children are made from. */
export interface Parent {
  readonly metadata: { readonly name: string; readonly uid: string };
  readonly spec: { readonly size: number };
}

/** The Deployment of its pods. */
export function ownedDeployment(parent: Parent) {
  return owned(parent, deployment({ name: parent.metadata.name, ...parent.spec }));
}

/** The headless Service that names them. */
export function ownedService(parent: Parent) {
  return owned(parent, service({ name: parent.metadata.name, ...parent.spec }));
}

function owned<Child extends { readonly metadata: object }>({ metadata: { name, uid } }: Parent, child: Child) {
  const owner = { apiVersion: 'cache.example.com/v1alpha1', kind: 'Memcached', name, uid };
  const ownerReferences = [{ ...owner, controller: true, blockOwnerDeletion: true }];
  return { ...child, metadata: { ...child.metadata, ownerReferences } };
}
