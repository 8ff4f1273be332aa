import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { dataRoot } from '../../../lib/testing/cluster/data-directory.ts';

const module = new URL('../../../lib/testing/cluster/machine-requirement.ts', import.meta.url);
const program = `
  const { requireMachine } = await import(${JSON.stringify(module.href)});
  await requireMachine(new AbortController().signal).then(() => console.log('fit'), ({ code, message }) => console.log(code, message));
`;

describe('Cluster on a machine that lacks a requirement', { timeout: 5 * 60_000 }, () => {
  let directory: string;
  beforeEach(async () => {
    // The directory for temporary files may itself be an overlay.
    directory = await mkdtemp(join(dataRoot, 'operand-test-'));
  });
  afterEach(() => rm(directory, { recursive: true }));

  /** Returns the error after a script has changed the mounts in a namespace of its own. */
  async function sentence(script: string): Promise<string> {
    const words = ['--mount', '--propagation=private', 'sh', '-ec', `${script}\nexec "$@"`, 'sh'];
    const node = [process.execPath, '--input-type=module', '-e', program];
    const env = { ...process.env, XDG_CACHE_HOME: join(directory, 'cache'), DIRECTORY: directory };
    return (await promisify(execFile)('unshare', [...words, ...node], { env })).stdout;
  }

  it('a machine that meets all requirements is fit for a cluster', async () => {
    assert.equal(await sentence(''), 'fit\n');
  });

  it('an unfit machine is reported with the directory on an overlay file system, as in a container', async () => {
    const layers =
      'cd "$DIRECTORY"; mkdir lower upper work cache; mount -t overlay -o lowerdir=lower,upperdir=upper,workdir=work overlay cache';
    assert.match(
      await sentence(layers),
      /^machine-unfit a cluster can't run here: \S+\/cache\/operand can't hold the files of nodes \(.*\): mount a disk there/s,
    );
  });

  it('an unfit machine is reported with the directory on a read-only file system', async () => {
    assert.match(
      await sentence(
        'cd "$DIRECTORY"; mkdir cache; mount -t tmpfs none cache; mkdir cache/operand; mount -o remount,ro cache',
      ),
      /^machine-unfit a cluster can't run here: \S+\/cache\/operand can't hold the files of nodes \(Error: EROFS.*\): mount a disk/,
    );
  });

  it('an unfit machine is reported with the missing controllers of cgroups', async () => {
    assert.match(
      await sentence('umount --recursive /sys/fs/cgroup'),
      /^machine-unfit .*: its cgroups have no cpu, no cpuset, no memory, no pids: boot it with cgroup_enable=.*--cgroupns=host$/m,
    );
  });

  it('a machine on which no cgroup can be created is reported as unfit', async () => {
    assert.match(
      await sentence(
        'for path in /sys/fs/cgroup/*; do mountpoint -q $path && mount -o remount,bind,ro $path; done; mount -o remount,bind,ro /sys/fs/cgroup',
      ),
      /^machine-unfit .*: it may not make cgroups \(Error: EROFS.*\): run a container as privileged/m,
    );
  });
});
