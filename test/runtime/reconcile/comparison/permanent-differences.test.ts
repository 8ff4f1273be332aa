import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject, KubernetesObject, StoredObject } from '../../../../lib/api/index.ts';
import { childDifferences } from '../../../../lib/runtime/reconcile/comparison/difference.ts';
import { PermanentDifferences } from '../../../../lib/runtime/reconcile/comparison/permanent-differences.ts';

const mesh = { apiVersion: 'example.com/v1', kind: 'Mesh' };
const owned = { 'f:spec': { 'f:gates': {}, 'f:size': {} } };

function rendered(spec: JsonObject): KubernetesObject {
  return { ...mesh, metadata: { name: 'a', namespace: 'default' }, spec };
}

/** The stored object: the server has defaulted a port in each gate, inside a list that the operator owns as a whole. */
function stored(
  size: number,
  port: number,
  { uid = 'uid-a', ...rest }: JsonObject & { uid?: string } = {},
): StoredObject {
  const entry = { manager: 'operator', operation: 'Apply', apiVersion: mesh.apiVersion, fieldsV1: owned } as const;
  const identity = {
    name: 'a',
    namespace: 'default',
    uid,
    resourceVersion: '1',
    creationTimestamp: '2030-01-01T00:00:00Z',
  };
  return {
    ...mesh,
    spec: { gates: [{ name: 'g', port }], size },
    ...rest,
    metadata: { ...identity, managedFields: [entry] },
  };
}

const gates = [{ name: 'g' }];
const desired = rendered({ gates, size: 1 });

describe('PermanentDifferences', () => {
  const differencesOf = (live: StoredObject, object: KubernetesObject) =>
    childDifferences(live, object, { fieldManager: 'operator' });

  const isSettled = (settled: PermanentDifferences, live: StoredObject, object: KubernetesObject) =>
    settled.has(live, object, differencesOf(live, object));

  function settledBy(...learnt: Parameters<PermanentDifferences['learn']>[]): PermanentDifferences {
    const settled = new PermanentDifferences(differencesOf);
    for (const lesson of learnt) settled.learn(...lesson);
    return settled;
  }

  it('knows no permanent difference before an apply', () => {
    assert.equal(isSettled(settledBy(), stored(1, 80), desired), false);
  });

  it('treats the differences after a creation as permanent', () => {
    assert.equal(isSettled(settledBy([desired, undefined, stored(1, 80)]), stored(1, 80), desired), true);
  });

  it('treats the differences that an apply leaves as they were as permanent', () => {
    assert.equal(isSettled(settledBy([desired, stored(1, 80), stored(1, 80)]), stored(1, 80), desired), true);
  });

  it('treats no difference as permanent after an apply that changes the differences', () => {
    const settled = settledBy([desired, stored(2, 80), stored(1, 80)]);
    assert.equal(isSettled(settled, stored(1, 80), desired), false);
    settled.learn(desired, stored(1, 80), stored(1, 80));
    assert.equal(isSettled(settled, stored(1, 80), desired), true);
  });

  it('forgets a permanent difference after an apply that leaves none', () => {
    const full = rendered({ gates: [{ name: 'g', port: 80 }], size: 1 });
    const settled = settledBy([desired, undefined, stored(1, 80)], [full, stored(1, 80), stored(1, 80)]);
    assert.equal(isSettled(settled, stored(1, 80), full), false);
    assert.equal(isSettled(settled, stored(1, 80), desired), false);
  });

  describe('a permanent difference', () => {
    const settled = settledBy([desired, undefined, stored(1, 80)]);

    it('keeps a permanent difference while other fields of the object change', () => {
      assert.equal(isSettled(settled, stored(1, 80, { status: { ready: true } }), desired), true);
    });

    for (const [what, live, now] of [
      ['another value is found where they differ', stored(1, 81), desired],
      ['something else differs, too', stored(2, 80), desired],
      ['something else is rendered', stored(1, 80), rendered({ gates, size: 2 })],
      ['less is rendered', stored(1, 80), rendered({ gates: [{}], size: 1 })],
      ['it is another object', stored(1, 80, { uid: 'uid-b' }), desired],
    ] as const) {
      it(`keeps a permanent difference until ${what}`, () => {
        assert.equal(isSettled(settled, live, now), false);
      });
    }
  });

  it('forgets the oldest of more than 20,000 objects with permanent differences', () => {
    const settled = settledBy();
    for (let count = 0; count <= 20_000; count += 1)
      settled.learn(desired, undefined, stored(1, 80, { uid: `uid-${count}` }));
    const knows = (uid: string) => isSettled(settled, stored(1, 80, { uid }), desired);
    assert.deepEqual(['uid-0', 'uid-1', 'uid-20000'].map(knows), [false, true, true]);
  });
});
