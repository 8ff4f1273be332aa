import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ChildConflicts } from '../../../lib/runtime/controller/child-conflicts.ts';
import { renderedBox, storedShelf } from '../reconcile/rendered-box.ts';
import { storedObject } from '../stored-object.ts';

const box = (name: string) => renderedBox(storedShelf('a'), name, '1');

describe('child conflicts', () => {
  it('ChildConflicts lists the resources that wait for an object’s name', () => {
    const conflicts = new ChildConflicts();
    conflicts.set('default/a', [box('x'), box('y')]);
    conflicts.set('default/b', [box('x')]);
    assert.deepEqual(conflicts.resourcesWaitingFor(storedObject('x', 1)), ['default/a', 'default/b']);
    assert.deepEqual(conflicts.resourcesWaitingFor(storedObject('y', 1)), ['default/a']);
    assert.deepEqual(conflicts.resourcesWaitingFor(storedObject('z', 1)), []);
  });

  it('the child conflicts of a reconcile replace those of the previous one', () => {
    const conflicts = new ChildConflicts();
    conflicts.set('default/a', [box('x')]);
    conflicts.set('default/a', [box('y')]);
    assert.deepEqual(conflicts.resourcesWaitingFor(storedObject('x', 1)), []);
    assert.deepEqual(conflicts.resourcesWaitingFor(storedObject('y', 1)), ['default/a']);
  });

  it('child conflicts distinguish kinds but not their versions, and names with their namespaces', () => {
    const conflicts = new ChildConflicts();
    conflicts.set('default/a', [box('x')]);
    const object = storedObject('x', 1);
    assert.deepEqual(conflicts.resourcesWaitingFor({ ...object, kind: 'Secret' }), []);
    assert.deepEqual(conflicts.resourcesWaitingFor({ ...object, apiVersion: 'other/v1' }), []);
    assert.deepEqual(conflicts.resourcesWaitingFor(storedObject('x', 1, { namespace: 'elsewhere' })), []);
    assert.deepEqual(conflicts.resourcesWaitingFor({ ...object, apiVersion: 'v2' }), ['default/a']);
  });

  it('ChildConflicts is empty when no resource waits for a name', () => {
    const conflicts = new ChildConflicts();
    conflicts.set('default/a', []);
    conflicts.set('default/b', [box('x')]);
    conflicts.set('default/b', []);
    assert.equal(conflicts.size, 0);
  });
});
