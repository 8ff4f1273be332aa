// Runs of DatabaseBackups over time, on the embedded cluster and a clock that the test moves.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import { DatabaseBackup } from '../../../apps/database-backup/api.ts';
import { backupLabel, taskLabel } from '../../../apps/database-backup/job.ts';
import {
  backedUpWorld,
  condition,
  minuteMs,
  newestTask,
  newestVariable,
  result,
  runs,
  script,
  status,
} from './backed-up-world.ts';

describe('a DatabaseBackup', () => {
  it('a DatabaseBackup starts a backup at each scheduled time, and reports the last and the next run', async () => {
    await using world = await backedUpWorld();
    script(world);
    await world.advance(5 * minuteMs);
    assert.deepEqual(runs(world), ['00:05:00-backup']);
    assert.equal(status(world).inProgress, true);
    await world.advance(minuteMs);
    const { inProgress, lastBackupTime, nextBackupTime, lastArchive, lastSizeBytes } = status(world);
    assert.equal(inProgress, false);
    assert.equal(lastBackupTime, '2030-01-01T00:06:00Z');
    assert.equal(nextBackupTime, '2030-01-01T00:10:00Z');
    assert.deepEqual([lastArchive, lastSizeBytes], [result.archive, result.sizeBytes]);
    await world.advance(10 * minuteMs);
    assert.deepEqual(runs(world), ['00:05:00-backup', '00:10:00-backup', '00:15:00-backup']);
    assert.match(condition(world, 'BackedUp'), /^True Succeeded/);
  });

  it('a DatabaseBackup passes the database, the place and the scheduled time to its program', async () => {
    await using world = await backedUpWorld({ retention: { keep: 3 } });
    await world.advance(5 * minuteMs);
    assert.deepEqual(newestTask(world), {
      do: 'backup',
      owner: 'default/nightly',
      engine: 'postgresql',
      server: { host: 'example-db-0.example-db.default.svc', port: 5432 },
      storage: { directory: '/archives/backups/example-db' },
      retention: { keep: 3 },
      run: '2030-01-01T00:05:00Z',
    });
    assert.equal(
      world.get(k8s.KubePersistentVolumeClaim, 'nightly-backups')?.spec?.resources?.requests?.storage,
      '10Gi',
    );
  });

  it('a DatabaseBackup passes names as they are, and no value of a Secret that they refer to', async () => {
    // The variables of a bucket are those of any Secret of the namespace, and errors of clients repeat names in the status.
    const databases = ['$(AWS_SECRET_ACCESS_KEY)', 'a$$b'];
    const s3 = { endpoint: 'https://s3.example.com', bucket: 'backups', credentials: { name: 'bucket' } };
    const database = { username: '$(password)' };
    await using world = await backedUpWorld({ databases, database, storage: { s3 } });
    await world.advance(5 * minuteMs);
    const task = newestTask(world);
    assert.deepEqual('databases' in task ? task.databases : undefined, databases);
    assert.equal(newestVariable(world, 'USERNAME'), database.username);
  });

  it('a DatabaseBackup never runs twice at once: a run that takes longer delays the next one', async () => {
    await using world = await backedUpWorld();
    script(world, {}, 12 * minuteMs);
    await world.advance(16 * minuteMs);
    assert.deepEqual(runs(world), ['00:05:00-backup']);
    await world.advance(2 * minuteMs);
    assert.deepEqual(runs(world), ['00:05:00-backup', '00:15:00-backup']);
  });

  it('a DatabaseBackup starts only the newest run that was missed while the manager was down', async () => {
    await using world = await backedUpWorld({ schedule: '@hourly' });
    script(world);
    world.outage(150 * minuteMs);
    await world.advance(150 * minuteMs);
    assert.deepEqual(runs(world), []);
    await world.advance(10 * minuteMs);
    assert.deepEqual(runs(world), ['02:00:00-backup']);
  });

  it('a DatabaseBackup reports each run as missed once whose deadline is over, also after an outage', async () => {
    await using world = await backedUpWorld({ schedule: '@hourly', startingDeadlineSeconds: 600 });
    script(world);
    world.outage(150 * minuteMs);
    await world.advance(160 * minuteMs);
    assert.deepEqual(runs(world), []);
    assert.equal(status(world).lastScheduleTime, '2030-01-01T02:00:00Z');
    await world.advance(30 * minuteMs);
    assert.deepEqual(runs(world), ['03:00:00-backup']);
    const missed = world.events.filter(({ reason }) => reason === 'RunMissed');
    assert.deepEqual(
      missed.map(({ message }) => message),
      ['01', '02'].map((hour) => `the run of 2030-01-01T${hour}:00:00Z has missed its deadline`),
    );
  });

  it('a suspended DatabaseBackup starts nothing, and lets a run that has started end', async () => {
    await using world = await backedUpWorld();
    script(world);
    await world.advance(5 * minuteMs);
    await world.change(DatabaseBackup, 'nightly', { spec: { suspend: true } });
    await world.advance(20 * minuteMs);
    assert.deepEqual(runs(world), ['00:05:00-backup']);
    assert.equal(status(world).lastBackupTime, '2030-01-01T00:06:00Z');
    assert.equal(status(world).nextBackupTime, undefined);
    await world.change(DatabaseBackup, 'nightly', { spec: { suspend: false } });
    await world.advance(1_000);
    assert.deepEqual(runs(world), ['00:05:00-backup', '00:25:00-backup']);
  });

  it('a DatabaseBackup counts hours in its time zone', async () => {
    await using world = await backedUpWorld({ schedule: '30 2 * * *', timeZone: 'Europe/Berlin' });
    assert.equal(status(world).nextBackupTime, '2030-01-01T01:30:00Z');
  });

  for (const afterMs of [0, 1, 30_000, minuteMs, minuteMs + 1]) {
    it(`a DatabaseBackup runs once, and ends, if the manager is killed ${afterMs} ms after its time`, async () => {
      await using world = await backedUpWorld();
      script(world);
      await world.advance(5 * minuteMs - 1_000 + afterMs);
      world.restart();
      await world.advance(3 * minuteMs);
      assert.deepEqual(runs(world), ['00:05:00-backup']);
      assert.equal(status(world).inProgress, false);
      assert.equal(status(world).lastBackupTime?.slice(0, 16), '2030-01-01T00:06');
    });
  }

  it('a DatabaseBackup counts failures with their cause until a backup succeeds', async () => {
    await using world = await backedUpWorld();
    script(world, { error: 'password authentication failed: correct the Secret' });
    await world.advance(11 * minuteMs);
    assert.equal(status(world).consecutiveFailures, 2);
    assert.equal(status(world).lastBackupTime, undefined);
    assert.match(condition(world, 'BackedUp'), /^False Failed: .*password authentication failed: correct the Secret$/);
    script(world);
    await world.advance(5 * minuteMs);
    assert.equal(status(world).consecutiveFailures, 0);
    assert.match(condition(world, 'BackedUp'), /^True Succeeded/);
    assert.deepEqual(
      world.metrics.filter(({ name }) => name.endsWith('runs_total')).map(({ labels }) => labels.result),
      ['backup-failed', 'backup-failed', 'backed-up'],
    );
  });

  it('a DatabaseBackup fails a run that takes longer than the timeout, and starts the next one', async () => {
    await using world = await backedUpWorld({ timeoutSeconds: 120 });
    script(world, {}, 60 * minuteMs);
    await world.advance(8 * minuteMs);
    assert.equal(status(world).inProgress, false);
    assert.match(condition(world, 'BackedUp'), /^False Failed: .*DeadlineExceeded/);
    script(world);
    await world.advance(3 * minuteMs);
    assert.equal(status(world).consecutiveFailures, 0);
  });

  it('a DatabaseBackup reports a deleted Job as the end of its run', async () => {
    await using world = await backedUpWorld();
    script(world, {}, 60 * minuteMs);
    await world.advance(5 * minuteMs);
    const [job] = world.list(k8s.KubeJob);
    await world.delete(k8s.KubeJob, { namespace: 'default', name: job?.metadata.name ?? '' });
    await world.advance(minuteMs);
    assert.equal(status(world).inProgress, false);
  });

  it('a DatabaseBackup ends a run whose pod the kubelet rejects, and starts the next one', async () => {
    await using world = await backedUpWorld();
    script(world, {}, 60 * minuteMs);
    await world.advance(5 * minuteMs);
    const pod = world.list(k8s.KubePod).find(({ metadata }) => metadata.labels?.[backupLabel] === 'nightly');
    const message = 'Pod was rejected: node is shutting down';
    // The containers have not started, and have no status.
    await world.changeStatus(k8s.KubePod, pod?.metadata.name ?? '', {
      phase: 'Failed',
      message,
      containerStatuses: null,
    });
    await world.advance(minuteMs);
    assert.equal(status(world).inProgress, false);
    assert.match(condition(world, 'BackedUp'), new RegExp(`^False Failed: .*${message}$`));
    script(world);
    await world.advance(5 * minuteMs);
    assert.match(condition(world, 'BackedUp'), /^True Succeeded/);
  });

  it('a DatabaseBackup waits for its database, and names the missing objects', async () => {
    await using world = await backedUpWorld({ databaseName: 'other' });
    await world.advance(6 * minuteMs);
    assert.deepEqual(runs(world), []);
    assert.match(
      condition(world, 'DatabaseFound'),
      /^False DatabaseUnknown: there is no Database and no StatefulSet other/,
    );
    await world.change(DatabaseBackup, 'nightly', { spec: { databaseName: 'example-db' } });
    await world.advance(1_000);
    assert.deepEqual(runs(world), ['00:05:00-backup']);
  });

  it('a DatabaseBackup verifies the newest archive by its own schedule, and not during a backup', async () => {
    await using world = await backedUpWorld({ verification: { schedule: '*/10 * * * *' } });
    script(world);
    await world.advance(10 * minuteMs);
    assert.deepEqual(runs(world), ['00:05:00-backup', '00:10:00-backup']);
    await world.advance(minuteMs);
    assert.deepEqual(runs(world), ['00:05:00-backup', '00:10:00-backup', '00:10:00-verify']);
    await world.advance(minuteMs);
    assert.match(condition(world, 'Verified'), /^True Succeeded/);
    assert.equal(status(world).verifiedArchive, result.archive);
    assert.equal(status(world).lastVerificationTime, '2030-01-01T00:12:00Z');
  });

  it('a DatabaseBackup gives a verification no password of the database, which code of an archive could read', async () => {
    await using world = await backedUpWorld({ verification: { schedule: '*/5 * * * *' } });
    script(world);
    const podOf = (task: string) =>
      world.list(k8s.KubePod).find(({ metadata: { labels } }) => labels?.[taskLabel] === task);
    await world.advance(5 * minuteMs);
    assert.match(JSON.stringify(podOf('backup')?.spec), /"secretKeyRef":\{"key":"password","name":"example-db"\}/);
    await world.advance(minuteMs);
    assert.doesNotMatch(JSON.stringify(podOf('verify')?.spec), /secret/i);
  });

  it('a DatabaseBackup keeps the Jobs of the last runs only', async () => {
    await using world = await backedUpWorld();
    script(world);
    await world.advance(60 * minuteMs);
    assert.equal(runs(world).length, 4);
  });

  it('a DatabaseBackup refuses a schedule without a time to come, with the remedy', async () => {
    await using world = await backedUpWorld({ schedule: '0 0 30 2 *' });
    assert.match(condition(world, 'Degraded'), /^True TerminalError: 0 0 30 2 \* has no time to come/);
  });

  it('kubectl shows the database, the schedule and the last backup of a DatabaseBackup', async () => {
    await using world = await backedUpWorld();
    script(world);
    await world.advance(8 * minuteMs);
    assert.match(await world.table(DatabaseBackup), /nightly +example-db +\*\/5 \* \* \* \* +2m/);
  });
});
