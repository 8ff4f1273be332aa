import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { buildLibrary } from '../../../.config/package/library-package.ts';
import { Consumer } from '../../package/consumer.ts';
import { pack } from '../../package/tarball.ts';

/** A running pod needs every part of a node; a separate program provisions its volume. */
const script = `
  import { Cluster } from 'operand/testing';

  const objects = [
    {
      apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'data' },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    },
    {
      apiVersion: 'v1', kind: 'Pod', metadata: { name: 'pod' },
      spec: {
        containers: [{ name: 'pause', image: 'operand.invalid/pause:1', volumeMounts: [{ name: 'data', mountPath: '/data' }] }],
        volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }],
      },
    },
  ];
  await using cluster = await Cluster.start();
  const input = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects });
  const created = await cluster.kubectl(['create', '-f', '-'], { input });
  if (created.exitCode !== 0) throw new Error(created.stderr);
  const { stdout, stderr } = await cluster.kubectl(['wait', 'pod/pod', '--for=condition=Ready', '--timeout=120s']);
  console.log(stdout + stderr);
`;

describe('Cluster of the published package', { timeout: 30 * 60_000 }, () => {
  it('a cluster of the published package runs a pod with a volume', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'operand-package-'));
    try {
      await buildLibrary(directory);
      const packed = ['operand', 'operand-api'].map((name) => pack(join(directory, name), directory));
      const tarballs = (await Promise.all(packed)).map(({ path }) => path);
      const consumer = await Consumer.installing(tarballs, join(directory, 'consumer'));
      assert.deepEqual(await consumer.node('cluster.js', script), { code: 0, output: 'pod/pod condition met\n\n' });
    } finally {
      await rm(directory, { recursive: true });
    }
  });
});
