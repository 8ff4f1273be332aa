import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Need, verbsOf } from '../../../lib/constructs/access/need.ts';

/** All needs: a missing one doesn't compile. */
const needs: Readonly<Record<Need, true>> = {
  watch: true,
  apply: true,
  changeOwner: true,
  prune: true,
  create: true,
  patch: true,
  writeStatus: true,
  finalize: true,
  blockDeletion: true,
  growClaim: true,
  recordEvent: true,
  elect: true,
  list: true,
  review: true,
  storeCertificate: true,
  register: true,
  read: true,
  rewrite: true,
  recordMigration: true,
};

describe('the verbs that an operator may need', () => {
  const needing = (verb: string) =>
    Object.keys(needs)
      .filter(isNeed)
      .filter((need) => verbsOf(need).some((granted) => granted === verb));

  it('include reading single objects only for the lease and for a migration’s definition', () => {
    assert.deepEqual(needing('get'), ['elect', 'read']);
  });

  it('include updates only for the owner’s finalizers, if the API server requires it', () => {
    assert.deepEqual(needing('update'), ['blockDeletion']);
  });

  it('include deletion only of objects that are pruned or change their owner, and never in bulk', () => {
    assert.deepEqual(needing('delete'), ['changeOwner', 'prune']);
    assert.deepEqual(needing('deletecollection'), []);
  });

  it('are at least one for each need', () => {
    for (const need of Object.keys(needs).filter(isNeed)) assert.ok(verbsOf(need).length > 0, need);
  });
});

function isNeed(name: string): name is Need {
  return Object.hasOwn(needs, name);
}
