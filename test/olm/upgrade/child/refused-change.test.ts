import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject, KubernetesObject } from '../../../../lib/api/index.ts';
import { child, toldOf } from './rendered-child.ts';

describe('the comparison of children that the API server refuses to change', () => {
  it('tells of a claim that is to be smaller, or larger', () => {
    const claim = (storage: string) =>
      child('v1', 'PersistentVolumeClaim', { spec: { resources: { requests: { storage } } } });
    assert.deepEqual(toldOf([claim('1Gi')], [claim('900Mi')]), [
      'breaking claim-resized: PersistentVolumeClaim small: "1Gi" → "900Mi"',
    ]);
    assert.deepEqual(toldOf([claim('1Gi')], [claim('2Gi')]), [
      'risky claim-resized: PersistentVolumeClaim small: "1Gi" → "2Gi"',
    ]);
    assert.deepEqual(toldOf([claim('1Gi')], [claim('1024Mi')]), []);
  });

  it('tells of an immutable Secret that changes, and nothing of what it holds', () => {
    for (const field of ['data', 'stringData']) {
      const secret = (password: string) => child('v1', 'Secret', { immutable: true, [field]: { password } });
      const told = toldOf([secret('aHVudGVyMQ==')], [secret('aHVudGVyMg==')]);
      assert.ok(told.length > 0);
      assert.equal(
        told.some((each) => each.includes('Secret small: its content changes')),
        true,
      );
      assert.equal(told.join().includes('aHVud'), false);
    }
  });

  it('tells of another strategy that what the API server has filled in stands against', () => {
    const deployment = (strategy: JsonObject) => child('apps/v1', 'Deployment', { spec: { strategy } });
    assert.deepEqual(toldOf([deployment({})], [deployment({ type: 'Recreate' })]), [
      'breaking strategy-refused: Deployment small: RollingUpdate → Recreate, while the default rollingUpdate of the API server stays',
    ]);
    assert.deepEqual(toldOf([deployment({ rollingUpdate: { maxSurge: 1 } })], [deployment({ type: 'Recreate' })]), []);
  });

  for (const kind of ['DaemonSet', 'Deployment', 'ReplicaSet', 'StatefulSet']) {
    it(`tells of pods of a ${kind} that its selector selects no more`, () => {
      const labelled = (labels: JsonObject, selector: JsonObject = { matchLabels: { app: 'box' } }) =>
        child('apps/v1', kind, { spec: { selector, template: { metadata: { labels } } } });
      const refused = (...releases: readonly KubernetesObject[]) =>
        toldOf(releases.slice(0, 1), releases.slice(1)).filter((each) => each.startsWith('breaking'));
      assert.deepEqual(refused(labelled({ app: 'box' }), labelled({ app: 'crate' })), [
        `breaking labels-refused: ${kind} small: its pods have the labels {"app":"crate"}, and its selector doesn't select them: {"matchLabels":{"app":"box"}}`,
      ]);
      assert.deepEqual(refused(labelled({ app: 'box' }), labelled({ app: 'box', more: 'yes' })), []);
      for (const [operator, values] of [['In', ['box']], ['NotIn', ['crate']], ['Exists'], ['DoesNotExist']] as const) {
        const key = operator === 'DoesNotExist' ? 'other' : 'app';
        const selector = { matchExpressions: [{ key, operator, ...(values && { values: [...values] }) }] };
        const [kept, lost] = [{ app: 'box' }, operator === 'NotIn' ? { app: 'crate' } : { other: 'yes' }];
        assert.deepEqual(refused(labelled(kept, selector), labelled(kept, selector)), []);
        assert.equal(refused(labelled(kept, selector), labelled(lost, selector)).length, 1, operator);
      }
    });
  }
});
