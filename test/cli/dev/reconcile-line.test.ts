import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Action, type StoredObject } from '../../../lib/api/index.ts';
import { reconcileLines } from '../../../lib/cli/dev/reconcile-line.ts';
import type { RecordedReconcile } from '../../../lib/runtime/index.ts';

function stored(kind: string, name: string, fields: object = {}): StoredObject {
  const metadata = { namespace: 'shop', name, uid: `${kind}-${name}`, resourceVersion: '1', creationTimestamp: '' };
  return { apiVersion: 'v1', kind, metadata, ...fields };
}

const cart = stored('Cart', 'a');
const subject = { controller: 'cart', resource: 'shop/a', reasons: ['child-updated', 'retry'], durationMs: 1.5 };
const times = { wallMs: [], monotonicMs: [], expiredTimers: [] };

/** Returns the lines about a reconcile of the Cart `shop/a`. */
function linesOf(record: Partial<RecordedReconcile>, error?: unknown): string {
  const outcome = { action: Action.awaitChange() };
  return reconcileLines({ ...subject, ...times, objects: [cart], reads: [], requests: [], outcome, ...record }, error);
}

describe('the line of a reconcile', () => {
  it('the line of a reconcile has the reasons and the duration', () => {
    assert.equal(linesOf({}), 'cart shop/a: child-updated, retry → no change, 2 ms\n');
  });

  it('the line of a reconcile names the objects that the resource refers to, and not its children', () => {
    const child = stored('Map', 'child');
    const owner = { apiVersion: 'v1', kind: 'Cart', name: 'a', uid: cart.metadata.uid };
    const owned = { ...child, metadata: { ...child.metadata, ownerReferences: [owner] } };
    const reads: RecordedReconcile['reads'] = [
      ['get Cart.v1 shop/a', { object: 0 }],
      ['get Map.v1 shop/child', { object: 1 }],
      ['get Secret.v1 shop/key', { object: 2 }],
      ['get Secret.v1 shop/other', { value: undefined }],
    ];
    const line = linesOf({ reads, objects: [cart, owned, stored('Secret', 'key')] });
    assert.match(line, /; read Secret shop\/key, Secret shop\/other \(absent\) → /);
  });

  it('the line of a reconcile has the first of the fields that a write changed, and the number of the others', () => {
    const [before, after] = [{ spec: { size: 1 } }, { spec: { size: 2, a: 1, b: 1, c: 1, d: 1 } }];
    const request = { verb: 'apply', of: 'Map.v1', name: 'shop/m' };
    const requests = [{ request, answer: { value: stored('Map', 'm', after) } }];
    const line = linesOf({ objects: [cart, stored('Map', 'm', before)], requests });
    assert.match(line, / → apply Map shop\/m \(spec.size 1 → 2, spec.a = 1, spec.b = 1, spec.c = 1, 1 more\), /);
  });

  it('the line of a reconcile names a creation, a deletion and the status of the resource', () => {
    const requests = [
      { request: { verb: 'apply', of: 'Map.v1', name: 'shop/m' }, answer: { value: stored('Map', 'm') } },
      { request: { verb: 'delete', of: 'Map.v1', name: 'shop/old' }, answer: { value: undefined } },
      {
        request: { verb: 'json patch', of: 'Cart.v1', name: 'shop/a', subresource: 'status' },
        answer: { value: stored('Cart', 'a', { status: { size: 1 } }) },
      },
    ];
    assert.match(
      linesOf({ requests }),
      / → create Map shop\/m, delete Map shop\/old, write status \(status.size = 1\), /,
    );
  });

  it('the line of a reconcile names a creation if the cache shows the object before the reconcile ends', () => {
    const reads: RecordedReconcile['reads'] = [
      ['get Map.v1 shop/m', { value: undefined }],
      ['get Map.v1 shop/m', { object: 1 }],
    ];
    const request = { verb: 'apply', of: 'Map.v1', name: 'shop/m' };
    const [created, again] = [1, 2].map((size) => ({ request, answer: { value: stored('Map', 'm', { size }) } }));
    const requests = [created, again].filter((each) => each !== undefined);
    const line = linesOf({ reads, objects: [cart, stored('Map', 'm', { size: 1 })], requests });
    assert.match(line, / → create Map shop\/m, apply Map shop\/m \(size 1 → 2\), /);
  });

  it('the line of a reconcile has the time until the next reconcile', () => {
    const next = (afterMs: number) => linesOf({ outcome: { action: { type: 'requeue', afterMs } } });
    assert.match(next(90_000), /, again in 90 s\n$/);
    assert.match(next(200), /, again in 200 ms\n$/);
  });

  it('the line of a failed reconcile has the error, and below it the frames of the author’s code', () => {
    const error = new Error('no ink');
    const [line = '', place = ''] = linesOf({ outcome: { error: 'render failed: no ink' } }, error).split('\n');
    assert.match(line, / → .*failed.*: render failed: no ink, 2 ms$/);
    assert.match(place, /^ {4}at .*test\/cli\/dev\/reconcile-line\.test\.ts:\d+:\d+/);
  });
});
