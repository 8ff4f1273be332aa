import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { describe, it } from 'node:test';
import { begun, collected, lines, programOutput } from '../../../../apps/database-backup/tools/program.ts';

const { signal } = new AbortController();
const node = (script: string) => ({ command: [process.execPath, '--eval', script] as const, signal });

describe('the output of a program', () => {
  it('programOutput returns the text that the program prints for its input', async () => {
    const echo = programOutput(node('process.stdin.pipe(process.stdout)'), ['one\ntw', 'o']);
    assert.deepEqual(await collected(lines(echo)), ['one', 'two']);
  });

  it('programOutput fails with the message of a program that fails', async () => {
    const failing = programOutput(node("console.error('Error: Connection refused'); process.exitCode = 3"), [
      'ignored',
    ]);
    await assert.rejects(
      collected(failing),
      /^Failure: the server does not answer: .* says: Error: Connection refused/,
    );
  });

  it('programOutput fails with the error of its input, also if the program would wait for more', async () => {
    const input = async function* () {
      yield 'one';
      throw new Error('the archive is gone');
    };
    await assert.rejects(collected(programOutput(node('process.stdin.resume()'), input())), /the archive is gone/);
  });

  it('begun returns all chunks, and fails before any is read if the content is missing', async () => {
    const content = async function* (...texts: string[]) {
      for (const text of texts) yield Buffer.from(text);
    };
    for (const texts of [[], ['a'], ['a', 'b', 'c']]) {
      assert.deepEqual(String(Buffer.concat(await collected(await begun(content(...texts))))), texts.join(''));
    }
    await assert.rejects(begun(createReadStream('/no-such-archive')), /ENOENT/);
  });

  it('programOutput fails if the image lacks the program', async () => {
    await assert.rejects(collected(programOutput({ command: ['no-such-client'], signal })), {
      name: 'Failure',
      message: 'no-such-client does not start: use an image with it',
    });
  });
});
