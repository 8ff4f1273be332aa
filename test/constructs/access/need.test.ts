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

  it('the verb get is granted only for the lease and for a migration’s definition', () => {
    assert.deepEqual(needing('get'), ['elect', 'read']);
  });

  it('the verb update is granted only for the finalizers of owners', () => {
    assert.deepEqual(needing('update'), ['blockDeletion']);
  });

  it('the verb delete is granted only for pruning and changes of owners, and deletecollection never', () => {
    assert.deepEqual(needing('delete'), ['changeOwner', 'prune']);
    assert.deepEqual(needing('deletecollection'), []);
  });

  it('each need has one verb at least', () => {
    for (const need of Object.keys(needs).filter(isNeed)) assert.ok(verbsOf(need).length > 0, need);
  });
});

function isNeed(name: string): name is Need {
  return Object.hasOwn(needs, name);
}
