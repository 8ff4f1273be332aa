import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NameClaims } from '../../../lib/runtime/controller/name-claims.ts';
import { renderedBox, storedShelf } from '../reconcile/rendered-box.ts';
import { storedObject } from '../stored-object.ts';

const box = (name: string) => renderedBox(storedShelf('a'), name, '1');

describe('claims of names', () => {
  it('show which resources wait for an object’s name', () => {
    const claims = new NameClaims();
    claims.set('default/a', [box('x'), box('y')]);
    claims.set('default/b', [box('x')]);
    assert.deepEqual(claims.claimantsOf(storedObject('x', 1)), ['default/a', 'default/b']);
    assert.deepEqual(claims.claimantsOf(storedObject('y', 1)), ['default/a']);
    assert.deepEqual(claims.claimantsOf(storedObject('z', 1)), []);
  });

  it('are replaced by those of the next reconcile', () => {
    const claims = new NameClaims();
    claims.set('default/a', [box('x')]);
    claims.set('default/a', [box('y')]);
    assert.deepEqual(claims.claimantsOf(storedObject('x', 1)), []);
    assert.deepEqual(claims.claimantsOf(storedObject('y', 1)), ['default/a']);
  });

  it('distinguish kinds, not their versions, and names with namespaces', () => {
    const claims = new NameClaims();
    claims.set('default/a', [box('x')]);
    const object = storedObject('x', 1);
    assert.deepEqual(claims.claimantsOf({ ...object, kind: 'Secret' }), []);
    assert.deepEqual(claims.claimantsOf({ ...object, apiVersion: 'other/v1' }), []);
    assert.deepEqual(claims.claimantsOf(storedObject('x', 1, { namespace: 'elsewhere' })), []);
    assert.deepEqual(claims.claimantsOf({ ...object, apiVersion: 'v2' }), ['default/a']);
  });

  it('are empty when no resource waits', () => {
    const claims = new NameClaims();
    claims.set('default/a', []);
    claims.set('default/b', [box('x')]);
    claims.set('default/b', []);
    assert.equal(claims.size, 0);
  });
});
