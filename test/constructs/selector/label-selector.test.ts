import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatLabelSelector, isLabelSelected, type LabelSelector } from '../../../lib/constructs/index.ts';

describe('a label selector', () => {
  const selector: LabelSelector = {
    matchLabels: { tier: 'db', app: '' },
    matchExpressions: [
      { key: 'zone', operator: 'In', values: ['b', 'a'] },
      { key: 'zone', operator: 'NotIn', values: ['d', 'c'] },
      { key: 'old', operator: 'NotIn', values: ['yes'] },
      { key: 'team', operator: 'Exists' },
      { key: 'test', operator: 'DoesNotExist' },
    ],
  };

  it('a label selector is written as the same text for the same requirements in any form and order', () => {
    assert.equal(formatLabelSelector(selector), '!test,app=,old!=yes,team,tier=db,zone in (a,b),zone notin (c,d)');
    const expressions = [
      { key: 'app', operator: 'In', values: [''] },
      { key: 'tier', operator: 'In', values: ['db'] },
    ] as const;
    assert.equal(formatLabelSelector({ matchExpressions: expressions }), 'app=,tier=db');
    assert.equal(formatLabelSelector({ matchLabels: { tier: 'db', app: '' } }), 'app=,tier=db');
    assert.equal(formatLabelSelector({}), '');
  });

  it('a label selector selects labels that meet all of its requirements', () => {
    const labels = { tier: 'db', app: '', zone: 'a', team: 'x' };
    assert.equal(isLabelSelected(labels, selector), true);
    for (const change of [{ tier: 'web' }, { app: 'x' }, { zone: 'c' }, { zone: 'd' }, { old: 'yes' }, { test: '' }]) {
      assert.equal(isLabelSelected({ ...labels, ...change }, selector), false, JSON.stringify(change));
    }
    for (const name of ['tier', 'app', 'zone', 'team'] as const) {
      const { [name]: _, ...others } = labels;
      assert.equal(isLabelSelected(others, selector), false, `without ${name}`);
    }
    assert.equal(isLabelSelected({}, {}), true);
  });
});
