import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { it } from 'node:test';
import { withBuildLock } from '../../../lib/testing/toolchain/build-lock.ts';

const unaborted = new AbortController().signal;
const module = new URL('../../../lib/testing/toolchain/build-lock.ts', import.meta.url);

it('a build lock lets work of one name run one after the other', async () => {
  const name = randomUUID();
  let working = 0;
  let waited = 0;
  const othersWait = Promise.withResolvers<void>();
  const work = async (): Promise<void> => {
    working += 1;
    assert.equal(working, 1);
    await othersWait.promise;
    working -= 1;
  };
  const waiting = (): void => {
    waited += 1;
    if (waited === 4) othersWait.resolve();
  };
  await Promise.all(Array.from({ length: 5 }, () => withBuildLock(name, waiting, work, unaborted)));
});

it('a build lock does not block work of another name', async () => {
  const met = Promise.withResolvers<void>();
  const never = (): void => assert.fail('waited');
  await withBuildLock(
    randomUUID(),
    never,
    () => withBuildLock(randomUUID(), never, async () => met.resolve(), unaborted),
    unaborted,
  );
  await met.promise;
});

it('a build lock is released when the work fails', async () => {
  const name = randomUUID();
  const never = (): void => assert.fail('waited');
  const failing = withBuildLock(name, never, () => Promise.reject(new Error('broken')), unaborted);
  await assert.rejects(failing, /broken/);
  assert.equal(await withBuildLock(name, never, async () => 'done', unaborted), 'done');
});

it('a build lock is released when the process that works is killed', async () => {
  const name = randomUUID();
  const script = `
    const { withBuildLock } = await import(${JSON.stringify(module.href)});
    await withBuildLock(${JSON.stringify(name)}, () => {}, () => new Promise(() => { console.log('working'); setInterval(() => {}, 1e6); }), new AbortController().signal);
  `;
  const worker = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(worker.stdout, 'data');
  const found = Promise.withResolvers<void>();
  const next = withBuildLock(name, found.resolve, async () => 'done', unaborted);
  await found.promise;
  worker.kill('SIGKILL');
  assert.equal(await next, 'done');
});

it('the wait for a build lock ends when the signal aborts', async () => {
  const name = randomUUID();
  const held = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const holder = withBuildLock(
    name,
    () => assert.fail('no process holds it'),
    async () => {
      held.resolve();
      await release.promise;
    },
    unaborted,
  );
  await held.promise;
  const giveUp = new AbortController();
  const waiter = withBuildLock(
    name,
    () => giveUp.abort(new Error('no time')),
    async () => 'done',
    giveUp.signal,
  );
  await assert.rejects(waiter, /no time/);
  release.resolve();
  await holder;
});
