import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isSelectedBySelector, Place } from '../../../lib/olm/content/index.ts';

const labels = new Map([
  ['app', 'cache'],
  ['tier', 'backend'],
]);
const selector = (value: object) => new Place('file', value);
const requirement = (key: string, operator: string, ...values: string[]) =>
  selector({ matchExpressions: [{ key, operator, ...(values.length > 0 && { values }) }] });

describe('a selector', () => {
  it('a selector selects objects with all of its labels', () => {
    assert.equal(isSelectedBySelector(selector({ matchLabels: { app: 'cache', tier: 'backend' } }), labels), true);
    assert.equal(isSelectedBySelector(selector({ matchLabels: { app: 'cache', team: 'a' } }), labels), false);
  });

  it('an empty selector selects all objects', () => {
    assert.equal(isSelectedBySelector(selector({}), new Map()), true);
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
    ['Exists, with a name that every object has', requirement('constructor', 'Exists'), false],
    ['an operator that there is none of', requirement('app', 'Is', 'cache'), false],
  ] as const) {
    it(`a selector ${isSelected ? 'selects' : "doesn't select"} by ${title}`, () => {
      assert.equal(isSelectedBySelector(asked, labels), isSelected);
    });
  }
});
