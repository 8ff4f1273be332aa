// DatabaseRestores over time, on the embedded cluster and a clock that the test moves.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import { DatabaseRestore } from '../../../apps/database-backup/api.ts';
import { restoreLabel } from '../../../apps/database-backup/job.ts';
import type { World } from '../../../lib/testing/index.ts';
import { PodScript } from '../../../lib/testing/index.ts';
import { backedUpWorld, minuteMs, newestTask, restore, result, runs, script, status } from './backed-up-world.ts';

/** Restores into the database of the backup, and ends with a report. */
async function restoredWorld(report: object, spec: object = {}): Promise<World> {
  const world = await backedUpWorld();
  // The first backup creates the volume claim.
  await world.advance(5 * minuteMs);
  const end = { afterMs: minuteMs, terminationMessage: JSON.stringify(report) };
  const isRun = ({ labels }: { readonly labels: Readonly<Record<string, string>> }) =>
    labels[restoreLabel] !== undefined;
  world.pods.script(isRun, 'error' in report ? PodScript.fail(end) : PodScript.succeed(end));
  await world.apply(restore(spec));
  await world.advance(1_000);
  return world;
}

describe('a DatabaseRestore', () => {
  it('a DatabaseRestore restores once, and reports the archive and its rows', async () => {
    await using world = await restoredWorld(result);
    assert.deepEqual(newestTask(world), {
      do: 'restore',
      engine: 'postgresql',
      server: { host: 'example-db-0.example-db.default.svc', port: 5432 },
      storage: { directory: '/archives/backups/example-db' },
      overwrite: false,
    });
    assert.equal(world.get(DatabaseRestore, 'restored')?.status.inProgress, true);
    await world.advance(2 * minuteMs);
    assert.equal(world.conditions(DatabaseRestore, 'restored').Complete?.status, 'True');
    await world.delete(k8s.KubeJob, { namespace: 'default', name: 'restored-restore' });
    world.restart();
    await world.advance(2 * minuteMs);
    assert.equal(world.get(k8s.KubeJob, 'restored-restore'), undefined);
    const { inProgress, archive, rows } = world.get(DatabaseRestore, 'restored')?.status ?? {};
    assert.deepEqual([inProgress, archive, rows], [false, result.archive, result.rows]);
  });

  it('a DatabaseRestore whose Job is deleted before its end has failed, and starts no other one', async () => {
    await using world = await restoredWorld(result);
    await world.delete(k8s.KubeJob, { namespace: 'default', name: 'restored-restore' });
    await world.advance(1_000);
    world.restart();
    await world.advance(2 * minuteMs);
    assert.equal(world.get(k8s.KubeJob, 'restored-restore'), undefined);
    const message =
      'its Job was deleted before its end was seen: look at the database, and create another DatabaseRestore';
    assert.equal(world.conditions(DatabaseRestore, 'restored').Failed?.message, message);
    const { inProgress, completionTime } = world.get(DatabaseRestore, 'restored')?.status ?? {};
    assert.deepEqual([inProgress, completionTime], [false, '2030-01-01T00:05:03Z']);
    const reports = world.events.filter(({ reason }) => reason === 'RestoreFailed');
    assert.deepEqual(
      reports.map((event) => event.message),
      [message],
    );
  });

  it('a DatabaseRestore reports a refusal to overwrite with the remedy', async () => {
    await using world = await restoredWorld({ error: 'the database shop has tables: set spec.overwrite' });
    await world.advance(2 * minuteMs);
    const { Failed } = world.conditions(DatabaseRestore, 'restored');
    assert.equal(Failed?.message, 'the database shop has tables: set spec.overwrite');
    assert.deepEqual(
      world.events.filter(({ reason }) => reason === 'RestoreFailed').map(({ message }) => message),
      ['the database shop has tables: set spec.overwrite'],
    );
  });

  it('a DatabaseRestore reports at once that there is no archive yet, and starts after the first backup', async () => {
    await using world = await backedUpWorld();
    await world.apply(restore());
    await world.advance(1_000);
    const problem = 'there is no volume claim nightly-backups: the first backup of DatabaseBackup nightly creates it';
    assert.equal(world.conditions(DatabaseRestore, 'restored').Ready?.message, problem);
    assert.ok(world.events.some(({ type, message }) => type === 'Warning' && message.includes(problem)));
    script(world);
    await world.advance(5 * minuteMs);
    assert.equal(
      world.conditions(DatabaseRestore, 'restored').Ready?.message,
      'there is no archive until the first backup of DatabaseBackup nightly succeeds',
    );
    await world.advance(minuteMs);
    assert.ok(world.get(k8s.KubeJob, 'restored-restore'));
  });

  it('a DatabaseBackup starts no run while one of its archives is restored, and the newest one afterwards', async () => {
    await using world = await backedUpWorld();
    script(world);
    await world.advance(7 * minuteMs);
    script(world, {}, 12 * minuteMs);
    await world.apply(restore());
    await world.advance(11 * minuteMs);
    world.restart();
    const started = () => world.list(k8s.KubeJob).map(({ metadata }) => metadata.creationTimestamp.slice(11, 16));
    assert.deepEqual([runs(world).length, started()], [2, ['00:05', '00:07']]);
    assert.equal(status(world).inProgress, false);
    await world.advance(2 * minuteMs);
    assert.deepEqual(started(), ['00:05', '00:19', '00:07']);
    assert.equal(world.conditions(DatabaseRestore, 'restored').Complete?.status, 'True');
  });

  it('a DatabaseRestore waits for its DatabaseBackup', async () => {
    await using world = await restoredWorld(result, { backupName: 'other' });
    assert.match(
      world.conditions(DatabaseRestore, 'restored').Degraded?.message ?? '',
      /there is no DatabaseBackup other/,
    );
  });
});
