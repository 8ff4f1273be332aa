// The process that runs an operator for `dev`, without `dev`.

import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('./project/main.ts', import.meta.url));

describe('a session of dev', () => {
  /** Returns the exit code and the output of a session whose parent goes away. */
  async function ending(wait: (session: ChildProcess) => Promise<unknown>): Promise<readonly unknown[]> {
    const session = fork(main, ['dev', '--session'], { silent: true, execArgv: [] });
    assert.ok(session.stdout !== null && session.stderr !== null);
    const output = Promise.all([text(session.stdout), text(session.stderr)]);
    const ended = once(session, 'exit');
    await wait(session);
    session.disconnect();
    return [...(await ended), ...(await output)];
  }

  it('a session of dev ends silently if dev ends before it asks for the sources', async () => {
    assert.deepEqual(await ending((session) => once(session, 'spawn')), [0, null, '', '']);
  });

  it('a session of dev ends silently if dev ends before the operator begins', async () => {
    const loaded = async (session: ChildProcess) => {
      session.send('load');
      await once(session, 'message');
    };
    assert.deepEqual(await ending(loaded), [0, null, '', '']);
  });
});
