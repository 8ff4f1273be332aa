import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { clearLeavings } from '../../../lib/testing/cluster/leaving.ts';
import { procFile } from '../../../lib/testing/cluster/proc-file.ts';
import { Cluster, ComponentError } from '../../../lib/testing/index.ts';
import { cgroupsNamed } from '../../../lib/testing/supervisor/cgroup.ts';
import { until } from '../../until.ts';

const data = '/var/tmp';

/** What a cluster has on this machine, by the directory of its control plane. */
function traces(directory: string) {
  const name = readdirSync(data).find((name) => ownerOf(name) === directory) ?? '';
  assert.match(name, /^operand-cluster-/);
  return { directory, name };
}

function ownerOf(name: string): string {
  const file = join(data, name, 'control-plane');
  return name.startsWith('operand-cluster-') && existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** What this process's only cluster is called. */
function ownName(): string {
  const isOwn = (name: string) => {
    const [, supervisor] = /^operand-cluster-(\d+)-/.exec(name) ?? [];
    return supervisor !== undefined && parentOf(supervisor) === process.pid;
  };
  return readdirSync(data).find(isOwn) ?? 'nobody';
}

/** Nobody's where it is gone. */
function parentOf(pid: string): number {
  return Number(/^PPid:\s*(\d+)/m.exec(procFile(`${pid}/status`))?.[1] ?? 0);
}

/** Everything of a cluster that is still there, in words. */
function leftovers({ directory, name }: ReturnType<typeof traces>): string[] {
  const directories = [directory, join(data, name)].filter((path) => existsSync(path));
  return [...directories, ...cgroupsNamed(name), ...processesOf(directory, name), ...mountsOf(name)];
}

function processesOf(...words: readonly string[]): string[] {
  const commands = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => commandOf(pid));
  return commands.filter((command) => words.some((word) => command.includes(word)));
}

/** Nothing of a process that is gone. */
function commandOf(pid: string): string {
  return procFile(`${pid}/cmdline`).replaceAll('\0', ' ');
}

function mountsOf(name: string): string[] {
  return readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .filter((line) => line.includes(name));
}

/** A process that has a cluster with a pod on it. */
async function starter(): Promise<{ process: ChildProcess; directory: string; supervisor: number }> {
  const door = new URL('../../../lib/testing/index.ts', import.meta.url);
  const script = `
    const { Cluster } = await import(${JSON.stringify(door.href)});
    const cluster = await Cluster.start();
    await cluster.kubectl(['run', 'pod', '--image=operand.invalid/pause:1']);
    await cluster.kubectl(['wait', 'pod/pod', '--for=condition=Ready', '--timeout=60s']);
    console.log(cluster.directory);
    process.stdin.resume();
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = await once(child.stdout, 'data');
  const directory = String(line).trim();
  const [, supervisor] = /^operand-cluster-(\d+)-/.exec(traces(directory).name) ?? [];
  return { process: child, directory, supervisor: Number(supervisor) };
}

describe('Cluster that ends', { timeout: 30 * 60_000 }, () => {
  it('leaves nothing when stopped', async () => {
    const cluster = await Cluster.start();
    const own = traces(cluster.directory);
    assert.ok(leftovers(own).length > 10);
    await cluster.stop();
    assert.deepEqual(leftovers(own), []);
    await cluster.stop();
  });

  it('leaves nothing when it is given up while its nodes start', async () => {
    const [end, reason] = [new AbortController(), new Error('enough')];
    const given = assert.rejects(Cluster.start({ nodes: 2, signal: end.signal }), reason);
    await until('the last node has a directory', () => existsSync(join(data, ownName(), 'node-2')));
    const own = { directory: ownerOf(ownName()), name: ownName() };
    end.abort(reason);
    await given;
    assert.deepEqual(leftovers(own), []);
  });

  it('leaves nothing when the process that started it is killed', async () => {
    const { process: user, directory } = await starter();
    const own = traces(directory);
    user.kill('SIGKILL');
    await until('nothing is left', () => leftovers(own).length === 0);
  });

  it('leaves no process when its supervisor is killed as well, and nothing once the next one starts', async () => {
    const { process: user, directory, supervisor } = await starter();
    const own = traces(directory);
    user.kill('SIGSTOP');
    process.kill(supervisor, 'SIGKILL');
    user.kill('SIGKILL');
    await until('no process is left', () => processesOf(own.directory, own.name).length === 0);
    await clearLeavings();
    assert.deepEqual(leftovers(own), []);
  });

  it('cannot be used any more when a program of a node has ended, and says which', async () => {
    const cluster = await Cluster.start();
    const own = traces(cluster.directory);
    const [kubelet] = readdirSync('/proc').filter((pid) => {
      const command = commandOf(pid);
      return command.includes('/kubelet --config') && command.includes(own.name);
    });
    process.kill(Number(kubelet), 'SIGKILL');
    await until(
      'the end is noticed',
      async () => await cluster.kubectl(['version']).then(() => false, ComponentError.is),
    );
    await assert.rejects(cluster.stop(), /node-1-kubelet was ended|node-1-kubelet ended by itself/);
    assert.deepEqual(leftovers(own), []);
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
});
