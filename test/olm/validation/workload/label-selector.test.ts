import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Place } from '../../../../lib/olm/content/index.ts';
import { labelSelectorViolations, selects } from '../../../../lib/olm/validation/workload/label-selector.ts';

const labels = new Map([
  ['app', 'cache'],
  ['tier', 'backend'],
]);
const selector = (value: object) => new Place('file', value);
const requirement = (key: string, operator: string, ...values: string[]) =>
  selector({ matchExpressions: [{ key, operator, ...(values.length > 0 && { values }) }] });

describe('a selector', () => {
  it('selects what has all of its labels', () => {
    assert.equal(selects(selector({ matchLabels: { app: 'cache', tier: 'backend' } }), labels), true);
    assert.equal(selects(selector({ matchLabels: { app: 'cache', team: 'a' } }), labels), false);
  });

  it('selects everything if it asks for nothing', () => {
    assert.equal(selects(selector({}), new Map()), true);
  });

  for (const [title, asked, isSelected] of [
    ['In, with the value', requirement('app', 'In', 'web', 'cache'), true],
    ['In, without the value', requirement('app', 'In', 'web'), false],
    ['In, without the label', requirement('team', 'In', 'web'), false],
    ['NotIn, with the value', requirement('app', 'NotIn', 'cache'), false],
    ['NotIn, without the label', requirement('team', 'NotIn', 'a'), true],
    ['Exists, with the label', requirement('tier', 'Exists'), true],
    ['Exists, without it', requirement('team', 'Exists'), false],
    ['DoesNotExist, without it', requirement('team', 'DoesNotExist'), true],
    ['an operator that there is none of', requirement('app', 'Is', 'cache'), false],
  ] as const) {
    it(`${isSelected ? 'selects' : "doesn't select"} by ${title}`, () => {
      assert.equal(selects(asked, labels), isSelected);
    });
  }

  it('is refused at the places that are wrong', () => {
    const found = labelSelectorViolations(
      selector({
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
