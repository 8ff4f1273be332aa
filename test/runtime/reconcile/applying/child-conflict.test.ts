import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OwnerReference, StoredObject } from '../../../../lib/api/index.ts';
import { childConflict } from '../../../../lib/runtime/reconcile/applying/apply.ts';
import { renderedBox, storedShelf } from '../rendered-box.ts';

const resource = storedShelf('a');
const child = renderedBox(resource, 'x', '1');

function live(...ownerReferences: readonly OwnerReference[]): StoredObject {
  const identity = { uid: 'uid-x', resourceVersion: '1', creationTimestamp: '2030-01-01T00:00:00Z' };
  return { ...child.object, metadata: { ...child.object.metadata, ...identity, ownerReferences } };
}

function owner(kind: string, name: string, { controller = true, apiVersion = 'example.com/v1' } = {}): OwnerReference {
  return { apiVersion, kind, name, uid: 'other', controller };
}

describe('an object under a child’s name', () => {
  it('is a conflict when it has no controller', () => {
    assert.equal(
      childConflict(child, live(), resource),
      'ConfigMap default/x exists and is not controlled by this resource: delete or rename it, or rename the resource',
    );
  });

  it('is a conflict when another object owns it without controlling it', () => {
    const conflict = childConflict(child, live(owner('Shelf', 'a', { controller: false })), resource);
    assert.match(conflict ?? '', /is not controlled by this resource/);
  });

  it('is a conflict that names its controller', () => {
    const conflict = childConflict(child, live(owner('Shelf', 'b')), resource);
    assert.equal(conflict, 'ConfigMap default/x exists and belongs to Shelf b: rename one of the two');
  });

  it('is a conflict when a resource of the same name, but of another kind, controls it', () => {
    for (const other of [owner('Rack', 'a'), owner('Shelf', 'a', { apiVersion: 'other.example.com/v1' })]) {
      assert.ok(childConflict(child, live(other), resource));
    }
  });

  it('isn’t a conflict when an earlier resource of the same name controls it, in any version', () => {
    for (const apiVersion of ['example.com/v1', 'example.com/v1alpha1']) {
      assert.equal(childConflict(child, live(owner('Shelf', 'a', { apiVersion })), resource), undefined);
    }
  });
});
