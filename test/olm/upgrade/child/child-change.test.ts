import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject } from '../../../../lib/api/index.ts';
import { child, childTexts, statefulSet, template } from './rendered-child.ts';

describe('the comparison of a child', () => {
  it('check-upgrade recognizes a child in another version of its kind', () => {
    assert.deepEqual(
      childTexts([child('policy/v1beta1', 'PodDisruptionBudget', {})], [child('policy/v1', 'PodDisruptionBudget', {})]),
      [],
    );
  });

  it('check-upgrade reports pods that a changed template replaces', () => {
    assert.deepEqual(
      childTexts([statefulSet({ template: template('a') })], [statefulSet({ template: template('b') })]),
      ['notice pods-restarted: StatefulSet small: its pod template changes'],
    );
  });

  it('check-upgrade reports removed keys of a ConfigMap, which other objects may need', () => {
    const settings = (data: JsonObject) => child('v1', 'ConfigMap', { data });
    assert.deepEqual(childTexts([settings({ x: '1', y: '2' })], [settings({ y: '3' })]), [
      'risky key-removed: ConfigMap small: the key x is gone',
    ]);
  });
});
