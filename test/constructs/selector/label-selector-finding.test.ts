import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { labelSelectorFindings } from '../../../lib/constructs/selector/label-selector-finding.ts';

const findings = (selector: Parameters<typeof labelSelectorFindings>[1]) => [
  ...labelSelectorFindings('objectSelector', selector),
];

describe('a label selector', () => {
  it('a label selector with valid labels and values is accepted', () => {
    const matchExpressions = [
      { key: 'tier', operator: 'In', values: ['gold', ''] },
      { key: 'example.com/tier', operator: 'Exists' },
    ] as const;
    assert.deepEqual(findings({ matchLabels: { 'example.com/team': 'db_1' }, matchExpressions }), []);
    assert.deepEqual(findings({}), []);
  });

  it('a label selector with invalid labels and values is refused', () => {
    assert.deepEqual(findings({ matchLabels: { 'the team': 'my db' } }), [
      "objectSelector.matchLabels names 'the team', which is not a label: write one such as team or example.com/team",
      "objectSelector.matchLabels['the team'] is 'my db', which can't be the value of a label: use at most 63 letters, digits, '-', '_' and '.'",
    ]);
    assert.equal(findings({ matchExpressions: [{ key: '', operator: 'In', values: ['-', 'a'] }] }).length, 2);
    assert.equal(findings({ matchLabels: { a: 'a'.repeat(64) } }).length, 1);
  });

  it('a requirement of a label selector must have values exactly if its operator takes them', () => {
    for (const operator of ['In', 'NotIn'] as const) {
      assert.deepEqual(findings({ matchExpressions: [{ key: 'tier', operator, values: [] }] }), [
        `objectSelector.matchExpressions[0] has no values, and ${operator} needs one: write it`,
      ]);
    }
    for (const operator of ['Exists', 'DoesNotExist'] as const) {
      assert.deepEqual(findings({ matchExpressions: [{ key: 'tier', operator, values: ['a'] }] }), [
        `objectSelector.matchExpressions[0] has values, and ${operator} takes none: leave them out`,
      ]);
    }
  });
});
