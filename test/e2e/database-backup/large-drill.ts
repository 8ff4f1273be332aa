// Backs a gigabyte up on a real node, and measures the memory of the manager and of the Job. Run by `npm run
// test:backup`, as root, in some minutes.

import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { StoredObject } from '../../../lib/api/index.ts';
import { isSystemError } from '../../../lib/system/index.ts';
import { Cluster } from '../../../lib/testing/index.ts';
import { kubectl, patience } from '../../kubectl.ts';
import { ClientPod } from '../client-pod.ts';
import { type BackupStatus, DatabaseBackups } from '../database-backups.ts';
import { managerImage } from '../images/manager-image.ts';
import { workloadImage } from '../images/workload-image.ts';
import { InstalledRelease } from '../installed-release.ts';
import { ShopServer, shopServer } from '../shop-server.ts';

const program = fileURLToPath(new URL('../../../apps/database-backup/main.ts', import.meta.url));
const namespace = 'production';

/** Rows of random bytes, which compression doesn't make smaller. */
const gigabyte = `
  -- The image lacks the library that compiles expensive queries.
  ALTER DATABASE shop SET jit = off;
  CREATE EXTENSION pgcrypto;
  CREATE TABLE large AS SELECT gen_random_bytes(1024) AS bytes FROM generate_series(1, 1048576);
`;

describe('a backup of a gigabyte on a real node', { timeout: 30 * 60_000 }, () => {
  it('needs less than half of the memory of its Job, and no more memory of the manager', async (context) => {
    const images = await Promise.all([
      managerImage(program, 'example.com/operators/database-backup-operator:0.1.0'),
      ...(['backup', 'postgresql', 'client'] as const).map((name) => workloadImage(name)),
    ]);
    await using cluster = await Cluster.start({ images, podSecurity: 'restricted' });
    await kubectl(cluster, ['create', 'namespace', namespace]);
    const items = shopServer(namespace, 'orders');
    await kubectl(cluster, ['apply', '-f', '-'], { apiVersion: 'v1', kind: 'List', items });
    const [client, release] = await Promise.all([
      ClientPod.in(cluster),
      InstalledRelease.on(cluster, { program, name: 'database-backup-operator' }),
    ]);
    await kubectl(cluster, ['rollout', 'status', 'statefulset/orders', '-n', namespace, patience]);
    const backups = new DatabaseBackups(release, namespace);
    const orders = new ShopServer(client, `${namespace}/orders`);
    await orders.sql('CREATE DATABASE shop;');

    await orders.inShop(gigabyte);
    const managers = await release.pods();
    const before = await peakMiB(managers);
    await backups.backUp('large', 'orders', { schedule: '*/5 * * * * *', databases: ['shop'] });
    let status: BackupStatus = {};
    let job = 0;
    while (status.lastArchive === undefined) {
      job = Math.max(job, await peakMiB(await release.list('pods', namespace, 'databases.test.io/backup=large')));
      status = await backups.reached('databasebackups', 'large', () => true);
      assert.ok(!status.consecutiveFailures, JSON.stringify(status.conditions));
    }
    const manager = await peakMiB(managers);
    context.diagnostic(`${status.lastSizeBytes} bytes, manager ${before} to ${manager} MiB, Job ${job} MiB`);
    assert.ok((status.lastSizeBytes ?? 0) > 2 ** 30);
    assert.ok(before > 0 && manager < before + 32, `the manager grew from ${before} to ${manager} MiB`);
    assert.ok(job > 0 && job < 256, `the Job took ${job} MiB of its limit of 512 MiB`);
  });
});

/** Returns the largest resident memory so far of the running processes of pods, together. */
async function peakMiB(pods: readonly StoredObject[]): Promise<number> {
  let kib = 0;
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    try {
      const cgroup = await readFile(`/proc/${pid}/cgroup`, 'utf8');
      if (!pods.some(({ metadata }) => cgroup.includes(metadata.uid))) continue;
      const status = await readFile(`/proc/${pid}/status`, 'utf8');
      kib += Number(/^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1] ?? 0);
    } catch (error) {
      if (!isSystemError(error, 'ENOENT', 'ESRCH')) throw error;
    }
  }
  return Math.round(kib / 1024);
}
