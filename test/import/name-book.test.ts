import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NameBook } from '../../lib/import/name-book.ts';
import { growth, mostGrowth } from '../tenant/growth.ts';

describe('the names of imported types', () => {
  it('a name in use gets the lowest free number', () => {
    const book = new NameBook(['A', 'A3']);
    const names = [book.assign('A'), book.assign('B', 'A2', 'A'), book.assign('B', 'A2', 'A'), book.assign('A2')];
    assert.deepEqual(names, ['A2', 'B', 'A4', 'A22']);
    assert.deepEqual([book.assign('A'), book.assign('B')], ['A5', 'B2']);
  });

  it('the work for equal names grows with their number', () => {
    const work = (n: number) => () => {
      const book = new NameBook();
      for (let count = 0; count < n; count += 1) book.assign('A');
    };
    assert.ok(growth(work, 1_000) < mostGrowth);
  });
});
