// The inner loop of an author on a cluster whose API servers reach no address of the author's machine.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Cluster } from '../../lib/testing/index.ts';
import { DevProcess } from '../cli/dev/dev-process.ts';
import { until } from '../until.ts';
import { managerImage } from './images/manager-image.ts';
import { InstalledRelease } from './installed-release.ts';

const program = fileURLToPath(new URL('../cli/dev/project/main.ts', import.meta.url));

describe('dev on a cluster that reaches no address of this machine', { timeout: 15 * 60_000 }, () => {
  let cluster: Cluster;
  let release: InstalledRelease;

  before(async () => {
    const images = [await managerImage(program, 'example.com/note-operator:0.1.0')];
    cluster = await Cluster.start({ images, podSecurity: 'restricted' });
    release = await InstalledRelease.on(cluster, { program, name: 'note-operator' });
    await until('the webhooks in the cluster are called', () => isRefused('spam'));
  });

  after(() => cluster?.stop());

  /** Starts `dev` at an address that only this machine reaches. */
  const startDev = () =>
    DevProcess.start(`--kubeconfig=${cluster.controlPlane.kubeconfig}`, '--webhook-address=127.0.0.1:0');

  /** Returns true if a webhook refuses a Note with that text. @param annotations - further content of the request. */
  async function isRefused(text: string, annotations: Readonly<Record<string, string>> = {}): Promise<boolean> {
    const note = {
      ...{ apiVersion: 'example.com/v1', kind: 'Note' },
      ...{ metadata: { name: text, namespace: 'default', annotations }, spec: { text } },
    };
    const { stderr } = await cluster.kubectl(['create', '--dry-run=server', '-f', '-'], {
      input: JSON.stringify(note),
    });
    return stderr.includes(`is ${text}`);
  }

  const relays = () => release.list('pods,services', release.namespace, 'operand-dev-relay');

  it('dev serves the webhooks of the sources through a pod, which ends with dev', async () => {
    await using dev = await startDev();
    await dev.line(
      /^The API servers call the webhooks of this process at https:\/\/operand-dev-\w+\.note-operator-system\.svc:443 while /,
    );
    await dev.line(/^ready after /);
    await dev.edit(
      'app.ts',
      "'spam' ? [{ field: 'spec.text', message: 'is spam' }]",
      "'eggs' ? [{ field: 'spec.text', message: 'is eggs' }]",
    );
    await dev.line(/^ready after /);
    assert.deepEqual([await isRefused('eggs'), await isRefused('spam')], [true, false], dev.output);
    assert.equal((await relays()).length, 2);
    assert.equal(await dev.interrupt(), 0, dev.output);
    await until('the operator in the cluster is called again', () => isRefused('spam'));
    await until('the relay is gone', async () => (await relays()).length === 0);
  });

  it('the tunnel of dev carries large requests, and works again after the loss of its pod', async () => {
    await using dev = await startDev();
    await dev.line(/^ready after /);
    const large = { 'example.com/large': 'x'.repeat(250_000) };
    assert.equal(await isRefused('spam', large), true, dev.output);
    const [pod, service] = await relays();
    await release.kubectl('delete', 'pod', pod?.metadata.name ?? '', '-n', release.namespace);
    await dev.line(/ warning: no webhook call arrives until the tunnel is restored: /);
    await dev.line(/ webhook calls arrive again: the tunnel is restored$/);
    await until('the operator of the sources is called again', () => isRefused('spam', large));
    const [other, same, ...others] = await relays();
    assert.notEqual(other?.metadata.uid, pod?.metadata.uid);
    assert.deepEqual([same?.metadata.uid, others], [service?.metadata.uid, []]);
    assert.equal(await dev.interrupt(), 0, dev.output);
    await until('the relay is gone', async () => (await relays()).length === 0);
  });

  it('the operator in the cluster serves the webhooks after dev was killed, and the relay of dev ends', async () => {
    await using dev = await startDev();
    await dev.line(/^ready after /);
    await dev.kill();
    await until('the operator in the cluster is called again', () => isRefused('spam'));
    await until('the relay has ended', async () => {
      const [pod] = await relays();
      return (pod?.status as { phase?: string } | undefined)?.phase === 'Succeeded';
    });
    await using next = await startDev();
    await next.line(/^ready after /);
    await until('the ended relay is gone', async () => (await relays()).length === 2);
  });
});
