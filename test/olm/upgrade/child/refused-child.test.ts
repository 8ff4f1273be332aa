import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject, KubernetesObject } from '../../../../lib/api/index.ts';
import { child, childTexts } from './rendered-child.ts';

describe('the comparison of children that the API server refuses to change', () => {
  it('check-upgrade reports a volume claim that shrinks or grows', () => {
    const claim = (storage: string | number) =>
      child('v1', 'PersistentVolumeClaim', { spec: { resources: { requests: { storage } } } });
    assert.deepEqual(childTexts([claim('1Gi')], [claim('900Mi')]), [
      'breaking claim-resized: PersistentVolumeClaim small: "1Gi" → "900Mi"',
    ]);
    assert.deepEqual(childTexts([claim('1Gi')], [claim('2Gi')]), [
      'risky claim-resized: PersistentVolumeClaim small: "1Gi" → "2Gi"',
    ]);
    assert.deepEqual(childTexts([claim(2_000_000_000)], [claim('1G')]), [
      'breaking claim-resized: PersistentVolumeClaim small: 2000000000 → "1G"',
    ]);
    assert.deepEqual(childTexts([claim('1Gi')], [claim('1024Mi')]), []);
  });

  it('check-upgrade reports a changed immutable Secret, without its values', () => {
    for (const field of ['data', 'stringData']) {
      const secret = (password: string) => child('v1', 'Secret', { immutable: true, [field]: { password } });
      const texts = childTexts([secret('aHVudGVyMQ==')], [secret('aHVudGVyMg==')]);
      assert.ok(texts.length > 0);
      assert.equal(
        texts.some((each) => each.includes('Secret small: its content changes')),
        true,
      );
      assert.equal(texts.join().includes('aHVud'), false);
    }
  });

  it('check-upgrade reports a Deployment’s new strategy that conflicts with defaults of the API server', () => {
    const deployment = (strategy: JsonObject) => child('apps/v1', 'Deployment', { spec: { strategy } });
    assert.deepEqual(childTexts([deployment({})], [deployment({ type: 'Recreate' })]), [
      'breaking strategy-refused: Deployment small: RollingUpdate → Recreate, while the default rollingUpdate of the API server stays',
    ]);
    assert.deepEqual(
      childTexts([deployment({ rollingUpdate: { maxSurge: 1 } })], [deployment({ type: 'Recreate' })]),
      [],
    );
  });

  for (const kind of ['DaemonSet', 'Deployment', 'ReplicaSet', 'StatefulSet']) {
    it(`check-upgrade reports pods of a ${kind} that its selector no longer selects`, () => {
      const labelled = (labels: JsonObject, selector: JsonObject = { matchLabels: { app: 'box' } }) =>
        child('apps/v1', kind, { spec: { selector, template: { metadata: { labels } } } });
      const refused = (...releases: readonly KubernetesObject[]) =>
        childTexts(releases.slice(0, 1), releases.slice(1)).filter((each) => each.startsWith('breaking'));
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
