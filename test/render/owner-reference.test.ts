import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Kind, OwnerReference } from '../../lib/api/index.ts';
import { controllerOf, ownerReference } from '../../lib/render/index.ts';

const kind: Kind = { group: 'example.com', version: 'v1', kind: 'Shelf', plural: 'shelves', scope: 'Namespaced' };
const identity = { name: 'a', uid: 'uid-of-a', resourceVersion: '1', creationTimestamp: '2030-01-01T00:00:00Z' };

describe('an owner reference', () => {
  it('an owner reference makes the resource the controller, and blocks its foreground deletion', () => {
    assert.deepEqual(ownerReference(kind, { metadata: identity }), {
      apiVersion: 'example.com/v1',
      kind: 'Shelf',
      name: 'a',
      uid: 'uid-of-a',
      controller: true,
      blockOwnerDeletion: true,
    });
  });

  it('controllerOf finds the owner reference of the controller among several', () => {
    const owner = ownerReference(kind, { metadata: identity });
    const other: OwnerReference = { apiVersion: 'v1', kind: 'Node', name: 'b', uid: 'uid-of-b' };
    const of = (...ownerReferences: readonly OwnerReference[]) =>
      controllerOf({ metadata: { ...identity, ownerReferences } });
    assert.equal(of(other, owner), owner);
    assert.equal(of(other, { ...owner, controller: false }), undefined);
    assert.equal(controllerOf({ metadata: identity }), undefined);
  });
});
