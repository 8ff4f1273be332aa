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

const door = new URL('../../../lib/testing/index.ts', import.meta.url);
const runner = new URL('../../kubectl.ts', import.meta.url);

/** A process that runs a script, and then stays. */
function user(script: string): ChildProcess {
  const whole = `const { Cluster } = await import(${JSON.stringify(door.href)});\n${script}\nprocess.stdin.resume();`;
  return spawn(process.execPath, ['--input-type=module', '-e', whole], { stdio: ['pipe', 'pipe', 'inherit'] });
}

/** A process that has a cluster with a pod on it, a way to the pod, and a program beside it that has started another. */
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
  assert.ok(line, 'it has ended before it had all of that, and says why on standard error');
  return { process: child, trace: new ClusterTrace(String(line).trim()) };
}

/** The cluster of a process, as soon as it has one. */
async function traceOf(pid: number): Promise<ClusterTrace> {
  let trace: ClusterTrace | undefined;
  await until('there is a cluster', () => {
    trace = ClusterTrace.of(pid);
    return trace !== undefined;
  });
  assert.ok(trace);
  return trace;
}

describe('Cluster that ends', { timeout: 30 * 60_000 }, () => {
  it('leaves nothing when stopped', async () => {
    const cluster = await Cluster.start();
    const trace = new ClusterTrace(cluster.directory);
    for (const name of ['etcd', 'kubelet', 'containerd', 'pause']) assert.ok(trace.processes().includes(name), name);
    await cluster.stop();
    assert.deepEqual(trace.left(), []);
    await cluster.stop();
  });

  it('mounts nothing and has no interface where this process is', async () => {
    await using cluster = await Cluster.start();
    const trace = new ClusterTrace(cluster.directory);
    assert.deepEqual(trace.mounts(), []);
    assert.deepEqual(trace.links(), []);
  });

  it('leaves nothing when it is given up while its nodes start', async () => {
    const [end, reason] = [new AbortController(), new Error('enough')];
    const refused = assert.rejects(Cluster.start({ nodes: 2, signal: end.signal }), reason);
    const trace = await traceOf(process.pid);
    await until('the last node has a directory', () => trace.hasNode(2));
    trace.look();
    end.abort(reason);
    await refused;
    assert.deepEqual(trace.left(), []);
  });

  it('leaves nothing when the process that starts it is killed while its nodes start', async () => {
    const child = user('await Cluster.start({ nodes: 2 });');
    const trace = await traceOf(child.pid ?? 0);
    await until('the last node has a directory', () => trace.hasNode(2));
    trace.look();
    child.kill('SIGKILL');
    await until('nothing is left', () => trace.left().length === 0);
  });

  it('leaves nothing when the process that started it is killed', async () => {
    const { process: child, trace } = await starter();
    child.kill('SIGKILL');
    await until('nothing is left', () => trace.left().length === 0);
  });

  it('leaves nothing that it runs when its supervisor is killed as well, and nothing at all once the next one starts', async () => {
    const { process: child, trace } = await starter();
    for (const words of ['port-forward', 'get pods --watch']) assert.equal(trace.pids(words).length, 1, words);
    child.kill('SIGSTOP');
    process.kill(trace.supervisor, 'SIGKILL');
    child.kill('SIGKILL');
    // What programs beside it have started themselves is nobody's until then.
    await until('no process is left', () => trace.processes().every((name) => name === 'sleep'));
    await clearLeftovers(new AbortController().signal);
    await (await ControlPlane.start({ components: [] })).stop();
    assert.deepEqual(trace.left(), []);
  });

  it('cannot be used any more when a program of a node has ended, and says which', async () => {
    const cluster = await Cluster.start();
    const trace = new ClusterTrace(cluster.directory);
    const [kubelet = 0] = trace.pids('/kubelet --config');
    process.kill(kubelet, 'SIGKILL');
    await until(
      'the end is noticed',
      async () => await cluster.kubectl(['version']).then(() => false, ComponentError.is),
    );
    await assert.rejects(cluster.stop(), /node-1-kubelet was ended|node-1-kubelet ended by itself/);
    assert.deepEqual(trace.left(), []);
  });

  it('refuses numbers of nodes that cannot be', async () => {
    for (const nodes of [0, 10, 1.5]) await assert.rejects(Cluster.start({ nodes }), RangeError);
  });

  it('says which image is missing before it starts anything', async () => {
    await assert.rejects(
      Cluster.start({ images: ['/nowhere.tar'] }),
      /there is no image at \/nowhere\.tar: name an OCI archive/,
    );
  });

  it('reports which image has no full name', async () => {
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
