import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Need, verbsOf } from '../../../lib/constructs/access/need.ts';

const needs: readonly Need[] = [
  'follow',
  'apply',
  'claim',
  'prune',
  'report',
  'finalize',
  'own',
  'grow',
  'record',
  'elect',
  'survey',
  'keep',
  'register',
  'inspect',
  'rewrite',
  'clean',
];

describe('the verbs that an operator may be granted', () => {
  const needing = (verb: string) => needs.filter((need) => verbsOf(need).some((granted) => granted === verb));

  it('read single objects for the lease and for a migration’s definition alone', () => {
    assert.deepEqual(needing('get'), ['elect', 'inspect']);
  });

  it('replace nothing, but for the owner’s finalizers where the API server asks for it', () => {
    assert.deepEqual(needing('update'), ['own']);
  });

  it('delete nothing but what is pruned or changes its owner, and nothing in bulk', () => {
    assert.deepEqual(needing('delete'), ['claim', 'prune']);
    assert.deepEqual(needing('deletecollection'), []);
  });

  it('are some for each need', () => {
    for (const need of needs) assert.ok(verbsOf(need).length > 0, need);
  });
});
