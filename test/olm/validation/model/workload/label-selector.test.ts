import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Place } from '../../../../../lib/olm/content/index.ts';
import { labelSelectorViolations } from '../../../../../lib/olm/validation/model/workload/label-selector.ts';

describe('a selector', () => {
  it('is refused with the places of its mistakes', () => {
    const found = labelSelectorViolations(
      new Place('file', {
        matchLabels: { 'a b': 'c', app: 'd e' },
        matchExpressions: [
          { key: '-', operator: 'Exists', values: ['a'] },
          { key: 'a', operator: 'In', values: ['b', 'c d'] },
          { key: 'a', operator: 'Is' },
        ],
      }),
    );
    assert.deepEqual(
      [...found].map(({ place }) => place.path),
      [
        'matchLabels["a b"]',
        'matchLabels.app',
        'matchExpressions[0].key',
        'matchExpressions[0].values',
        'matchExpressions[1].values[1]',
        'matchExpressions[2].operator',
      ],
    );
  });
});
