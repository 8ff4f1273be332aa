import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { SessionProcess } from '../../../lib/cli/dev/session-process.ts';
import { processStat } from '../../../lib/testing/supervisor/process-identity.ts';

describe('the process of a session', () => {
  let directory: string;

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'operand-session-'));
  });

  after(() => rm(directory, { recursive: true }));

  it('the process of a session gets no request when it has just been killed', async () => {
    const program = join(directory, 'main.mjs');
    // The name of the second module has the id of the process.
    const lines = [
      "import { writeFileSync } from 'node:fs';",
      "process.on('message', () => {});",
      "const second = new URL('./' + process.pid + '.mjs', import.meta.url);",
      "writeFileSync(second, '');",
      'await import(second.href);',
    ];
    await writeFile(program, lines.join('\n'));
    const named = Promise.withResolvers<number>();
    const session = new SessionProcess({
      ...{ program, args: [] },
      onModule: (path) => {
        const [, pid] = /\/(\d+)\.mjs$/.exec(path) ?? [];
        if (pid !== undefined) named.resolve(Number(pid));
      },
      onWork: () => assert.fail(),
    });
    const pid = await named.promise;
    process.kill(pid, 'SIGKILL');
    // Without a turn of the event loop, in which this process would notice the end.
    while (!['Z', undefined].includes(processStat(pid)[0]));
    assert.equal(session.allowWrites({ writesUntilMs: 0 }), true);
    await session.ended;
    assert.equal(session.allowWrites({ writesUntilMs: 0 }), false);
  });
});
