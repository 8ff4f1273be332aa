import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { isAbandoned, ownerOf } from '../../../lib/testing/supervisor/owner.ts';
import { processIdentity, processStat } from '../../../lib/testing/supervisor/process-identity.ts';
import { Supervisor } from '../../../lib/testing/supervisor/supervisor.ts';
import { until } from '../../until.ts';
import { isRunning } from './is-running.ts';

const module = new URL('../../../lib/testing/supervisor/supervisor.ts', import.meta.url);
/** Starts a child process, prints the ids of the family, and never ends. */
const family = `
  const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'ignore' });
  console.log(JSON.stringify([process.ppid, process.pid, child.pid]));
  setInterval(() => {}, 1e6);
`;

describe('Supervisor', { timeout: 5 * 60_000 }, () => {
  let root: string;
  let directory: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'supervisor-'));
    directory = join(root, 'run');
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const start = async (): Promise<Supervisor> => {
    const supervisor = await Supervisor.start(directory);
    assert.ok(supervisor);
    return supervisor;
  };
  const spec = (script: string) => ({
    name: 'node',
    command: process.execPath,
    args: ['-e', script],
    cwd: directory,
    env: { PATH: process.env.PATH },
    log: join(directory, 'node.log'),
  });

  /** Returns the ids of the supervisor, its process and that one's child, once they run. */
  async function runningFamily(): Promise<[owner: number, child: number, grandchild: number]> {
    const log = join(directory, 'node.log');
    await until('the family writes its ids', () => existsSync(log) && readFileSync(log, 'utf8').endsWith('\n'));
    const pids = JSON.parse(readFileSync(log, 'utf8'));
    assert.deepEqual(pids.map(isRunning), [true, true, true]);
    return pids;
  }

  it('a supervisor reports how a process ended, and logs its output', async () => {
    const supervisor = await start();
    const child = await supervisor.run(spec('console.log("out"); console.error("error"); process.exit(3)'));
    assert.deepEqual(await child.exit, { code: 3, signal: null });
    assert.equal(readFileSync(join(directory, 'node.log'), 'utf8'), 'out\nerror\n');
    await supervisor.close();
  });

  it('a supervisor reports why a program cannot be started', async () => {
    const supervisor = await start();
    await assert.rejects(supervisor.run({ ...spec(''), command: '/nowhere/program' }), /can't start node: .*ENOENT/);
    await assert.rejects(
      supervisor.run({ ...spec(''), command: root }),
      /can't start node: .*EACCES: .* is not a file/,
    );
    await supervisor.close();
  });

  it('a supervisor refuses a second process of one name, until the first has ended', async () => {
    const supervisor = await start();
    const first = await supervisor.run(spec('setInterval(() => {}, 1e6)'));
    await assert.rejects(supervisor.run(spec('')), /can't start node: a process of that name runs/);
    await first.kill();
    const second = await supervisor.run(spec(''));
    assert.deepEqual(await second.exit, { code: 0, signal: null });
    await supervisor.close();
  });

  it('a supervisor does not start in an existing directory, and leaves it unchanged', async () => {
    const supervisor = await start();
    assert.equal(await Supervisor.start(directory), undefined);
    assert.ok(existsSync(directory));
    await supervisor.close();
  });

  it('a supervisor refuses a directory that can’t be created', async () => {
    writeFileSync(join(root, 'file'), '');
    await assert.rejects(Supervisor.start(join(root, 'file', 'run')), /can't make .*ENOTDIR/);
  });

  it('a supervisor ends its processes and removes its directory when it is closed', async () => {
    const supervisor = await start();
    const child = await supervisor.run(spec(family));
    const pids = await runningFamily();
    await supervisor.close();
    assert.equal(isRunning(child.pid), false);
    await until('all of them are gone', () => !pids.some(isRunning));
    assert.equal(existsSync(directory), false);
    assert.equal((await child.exit).signal, 'SIGKILL');
    await supervisor.close();
  });

  it('a supervisor removes all that it can remove, and reports the rest', async () => {
    const supervisor = await start();
    const impossible = join(root, 'x'.repeat(300));
    const other = join(root, 'other');
    mkdirSync(other);
    supervisor.own({ type: 'directory', path: impossible });
    supervisor.own({ type: 'directory', path: other });
    await assert.rejects(supervisor.close(), /some resources of the test can't be removed: .*xxx/);
    assert.equal(existsSync(directory), false);
    assert.equal(existsSync(other), false);
  });

  it('a supervisor leaves no process and no directory when the process that uses it is killed', async () => {
    const script = `
      const { Supervisor } = await import(${JSON.stringify(module.href)});
      const supervisor = await Supervisor.start(${JSON.stringify(directory)});
      await supervisor.run(${JSON.stringify(spec(family))});
      process.stdin.resume();
    `;
    const user = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['pipe', 'inherit', 'inherit'],
    });
    const pids = await runningFamily();
    user.kill('SIGKILL');
    await once(user, 'exit');
    await until('all of them are gone', () => !pids.some(isRunning));
    assert.equal(existsSync(directory), false);
  });

  it('a supervisor leaves no process and no directory when it is killed itself', async () => {
    const supervisor = await start();
    const child = await supervisor.run(spec(family));
    const pids = await runningFamily();
    process.kill(pids[0], 'SIGKILL');
    await child.exit;
    await until('all of them are gone', () => !pids.some(isRunning));
    // The exit is reported before the directory is removed.
    await until('the directory is gone', () => !existsSync(directory));
    await assert.rejects(supervisor.run(spec('')), /its supervisor has been closed or killed/);
  });

  it('a supervisor leaves no process when it is killed together with the process that uses it', async () => {
    const script = `
      const { Supervisor } = await import(${JSON.stringify(module.href)});
      const supervisor = await Supervisor.start(${JSON.stringify(directory)});
      await supervisor.run(${JSON.stringify(spec('console.log(process.ppid, process.pid); setInterval(() => {}, 1e6)'))});
      process.stdin.resume();
    `;
    const user = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['pipe', 'inherit', 'inherit'],
    });
    const log = join(directory, 'node.log');
    await until('the process writes its id', () => existsSync(log) && readFileSync(log, 'utf8').endsWith('\n'));
    const [owner = 0, pid = 0] = readFileSync(log, 'utf8').split(' ').map(Number);
    // A stopped process can't clean up in place of its supervisor.
    user.kill('SIGSTOP');
    process.kill(owner, 'SIGKILL');
    user.kill('SIGKILL');
    await once(user, 'exit');
    await until('the process is gone', () => !isRunning(pid));
    assert.equal(isAbandoned(directory, process.getuid?.()), true);
  });

  it('a supervisor is known as the owner of its directory', async () => {
    const supervisor = await start();
    assert.equal(ownerOf(directory), processIdentity(supervisor.pid));
    assert.equal(isAbandoned(directory, process.getuid?.()), false);
    await supervisor.close();
  });

  it('a supervisor suspends and resumes a process, and kills a suspended one', async () => {
    const supervisor = await start();
    const child = await supervisor.run(spec('setInterval(() => {}, 1e6)'));
    const isStopped = () => processStat(child.pid)[0] === 'T';
    child.pause();
    await until('the process is suspended', isStopped);
    child.resume();
    await until('the process runs again', () => !isStopped());
    child.pause();
    await until('the process is suspended again', isStopped);
    await child.kill();
    assert.equal(isRunning(child.pid), false);
    await supervisor.close();
  });
});
