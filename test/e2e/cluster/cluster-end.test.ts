import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { packedContainer, writeArchive } from '../../../lib/oci/index.ts';
import { clearLeftovers } from '../../../lib/testing/cluster/leftover.ts';
import { Cluster, ComponentError, ControlPlane } from '../../../lib/testing/index.ts';
import { until } from '../../until.ts';
import { platform } from '../images/platform.ts';
import { ClusterTrace } from './trace.ts';

const entryPoint = new URL('../../../lib/testing/index.ts', import.meta.url);
const runner = new URL('../../kubectl.ts', import.meta.url);

/** Starts a process that runs a script and stays alive. */
function user(script: string): ChildProcess {
  const whole = `const { Cluster } = await import(${JSON.stringify(entryPoint.href)});\n${script}\nprocess.stdin.resume();`;
  return spawn(process.execPath, ['--input-type=module', '-e', whole], { stdio: ['pipe', 'pipe', 'inherit'] });
}

/** Starts a process that has a cluster with a pod, a forwarded port, and a host process with a child. */
async function starter(): Promise<{ process: ChildProcess; trace: ClusterTrace }> {
  const child = user(`
    const { kubectl, patience } = await import(${JSON.stringify(runner.href)});
    const cluster = await Cluster.start();
    await kubectl(cluster, ['run', 'pod', '--image=operand.invalid/pause:1']);
    await kubectl(cluster, ['wait', 'pod/pod', '--for=condition=Ready', patience]);
    await cluster.portForward({ kind: 'pod', name: 'pod', port: 80 });
    await cluster.startProcess({ name: 'beside', command: 'sh', args: ['-c', 'sleep 100000 & wait'], env: {} });
    void cluster.kubectl(['get', 'pods', '--watch']);
    console.log(cluster.directory);
  `);
  const [line] = await Promise.race([once(child.stdout ?? child, 'data'), once(child, 'exit').then(() => [])]);
  assert.ok(line, 'the process ended early, and its standard error has the reason');
  return { process: child, trace: new ClusterTrace(String(line).trim()) };
}

/** Returns the cluster of a process as soon as it has one. */
async function traceOf(pid: number): Promise<ClusterTrace> {
  let trace: ClusterTrace | undefined;
  await until('the cluster exists', () => {
    trace = ClusterTrace.of(pid);
    return trace !== undefined;
  });
  assert.ok(trace);
  return trace;
}

describe('Cluster that ends', { timeout: 30 * 60_000 }, () => {
  it('a cluster leaves nothing behind after it is stopped', async () => {
    const cluster = await Cluster.start();
    const trace = new ClusterTrace(cluster.directory);
    for (const name of ['etcd', 'kubelet', 'containerd', 'pause']) assert.ok(trace.processes().includes(name), name);
    await cluster.stop();
    assert.deepEqual(trace.left(), []);
    await cluster.stop();
  });

  it('a cluster has no mounts and no interfaces in the namespaces of the process that starts it', async () => {
    await using cluster = await Cluster.start();
    const trace = new ClusterTrace(cluster.directory);
    assert.deepEqual(trace.mounts(), []);
    assert.deepEqual(trace.links(), []);
  });

  it('a cluster leaves nothing behind when its start is aborted', async () => {
    const [end, reason] = [new AbortController(), new Error('enough')];
    const refused = assert.rejects(Cluster.start({ nodes: 2, signal: end.signal }), reason);
    const trace = await traceOf(process.pid);
    await until('the last node has a directory', () => trace.hasNode(2));
    trace.look();
    end.abort(reason);
    await refused;
    assert.deepEqual(trace.left(), []);
  });

  it('a cluster leaves nothing behind when its process is killed during the start', async () => {
    const child = user('await Cluster.start({ nodes: 2 });');
    const trace = await traceOf(child.pid ?? 0);
    await until('the last node has a directory', () => trace.hasNode(2));
    trace.look();
    child.kill('SIGKILL');
    await until('nothing is left', () => trace.left().length === 0);
  });

  it('a cluster leaves nothing behind when the process that started it is killed', async () => {
    const { process: child, trace } = await starter();
    child.kill('SIGKILL');
    await until('nothing is left', () => trace.left().length === 0);
  });

  it('a cluster that is killed with its supervisor leaves nothing once the next cluster starts', async () => {
    const { process: child, trace } = await starter();
    for (const words of ['port-forward', 'get pods --watch']) assert.equal(trace.pids(words).length, 1, words);
    child.kill('SIGSTOP');
    process.kill(trace.supervisor, 'SIGKILL');
    child.kill('SIGKILL');
    // The next cluster removes the children of host processes.
    await until('no process is left', () => trace.processes().every((name) => name === 'sleep'));
    await clearLeftovers(new AbortController().signal);
    await (await ControlPlane.start({ components: [] })).stop();
    assert.deepEqual(trace.left(), []);
  });

  it('a cluster fails all later calls with the name of the node program that ended', async () => {
    const cluster = await Cluster.start();
    const trace = new ClusterTrace(cluster.directory);
    const [kubelet = 0] = trace.pids('/kubelet --config');
    process.kill(kubelet, 'SIGKILL');
    await until(
      'the cluster has noticed the end',
      async () => await cluster.kubectl(['version']).then(() => false, ComponentError.is),
    );
    await assert.rejects(cluster.stop(), /node-1-kubelet was ended|node-1-kubelet ended by itself/);
    assert.deepEqual(trace.left(), []);
  });

  it('a cluster refuses invalid numbers of nodes', async () => {
    for (const nodes of [0, 10, 1.5]) await assert.rejects(Cluster.start({ nodes }), RangeError);
  });

  it('the start of a cluster fails with the path of a missing image', async () => {
    await assert.rejects(
      Cluster.start({ images: ['/nowhere.tar'] }),
      /there is no image at \/nowhere\.tar: name an OCI archive/,
    );
  });

  it('the start of a cluster fails with the path of an image without a full name', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'operand-test-'));
    try {
      const nameless = join(directory, 'nameless.tar');
      const start = { user: '65532:65532', command: ['none'] };
      await writeArchive(nameless, packedContainer({ variants: [{ platform: platform(), layers: [], start }] }));
      await assert.rejects(Cluster.start({ images: [nameless] }), /the image at .*nameless\.tar has no full name/);
    } finally {
      await rm(directory, { recursive: true });
    }
  });
});
