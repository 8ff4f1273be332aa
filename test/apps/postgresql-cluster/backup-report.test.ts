import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PostgreSQLCluster } from '../../../apps/postgresql-cluster/api.ts';
import { backupConditions, backupStatus, newBackupEnds } from '../../../apps/postgresql-cluster/backup-report.ts';
import type { ClusterPod } from '../../../apps/postgresql-cluster/member.ts';
import { backupLabelsOf } from '../../../apps/postgresql-cluster/names.ts';
import type { Observed, Resource } from '../../../lib/index.ts';

type Status = Resource<typeof PostgreSQLCluster>['status'];

/** The pod of a backup that has ended. */
function ended(name: string, finishedAt: string, exitCode = 0): Observed<typeof ClusterPod> {
  const creationTimestamp = '2026-11-28T02:00:00Z';
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      ...{ namespace: 'default', name, uid: `uid-of-${name}`, resourceVersion: '1', creationTimestamp },
      labels: backupLabelsOf('orders'),
    },
    image: undefined,
    runningSince: undefined,
    terminated: { exitCode, finishedAt },
    isOver: true,
    message: undefined,
    isReady: false,
  };
}

/** Reports pods one after the other, each time from the stored status alone. @returns the names that count, and the last status */
function report(...observations: readonly (readonly Observed<typeof ClusterPod>[])[]) {
  let status: Status = {};
  const counted: string[] = [];
  for (const pods of observations) {
    const ends = newBackupEnds('orders', status, pods);
    counted.push(...ends.backups.map(({ name }) => name));
    const conditions = backupConditions(status, ends, 'data', {}).map((each) => ({
      ...each,
      lastTransitionTime: '2026-11-28T03:00:00Z',
    }));
    const backup = backupStatus(status, ends, 'data');
    status = { ...status, ...(backup && { backup }), conditions };
  }
  return { counted, status };
}

describe('the report of backups', () => {
  const second = '2026-11-28T02:00:05Z';

  it('the report of backups counts ends of the same second, and those on a node whose clock is behind', () => {
    const two = ended('two', second);
    const one = ended('one', second, 1);
    const late = ended('late', '2026-11-28T01:00:00Z');
    const { counted, status } = report([two], [two, one], [two, one, late], [two, one, late]);
    assert.deepEqual(counted, ['two', 'one', 'late']);
    assert.equal(status.conditions?.[0]?.message, 'late succeeded');
  });

  it('the report of backups keeps the ends of pods that are gone, and forgets their uids', () => {
    const { counted, status } = report([ended('one', second)], [], []);
    assert.deepEqual(counted, ['one']);
    assert.deepEqual(status.backup, { of: 'data', counted: [], lastBackupTime: second });
    assert.equal(status.conditions?.[0]?.status, 'True');
  });
});
