import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Failure } from '../../../lib/cli/failure.ts';
import { userFrames } from '../../../lib/cli/terminal/user-frames.ts';

const programs = fileURLToPath(new URL('../programs/', import.meta.url));

describe('the frames of a programming error', () => {
  it('a programming error shows the frames in the files of the author only, below the message', async () => {
    for (const args of [['synth'], ['run'], ['docs']]) {
      const run = promisify(execFile)(process.execPath, ['mistaken.ts', ...args], { cwd: programs });
      const failure: unknown = await run.then(
        () => assert.fail(args.join()),
        (error: unknown) => error,
      );
      const { stderr, code } = failure as { readonly stderr: string; readonly code: number };
      assert.equal(code, 1);
      assert.equal(
        stderr,
        "Cannot read properties of undefined (reading 'app')\n" +
          '    at labelled (mistaken.ts:8:48)\n' +
          '    at mistaken.ts:13:3\n' +
          '    at async mistaken.ts:11:1\n',
      );
    }
  });

  it('the frames of a failure are those of the author’s error that caused it', () => {
    const [frame = ''] = userFrames(new Failure('it failed', { cause: new TypeError('a mistake\n    at nowhere') }));
    assert.match(frame, /^ {4}at .*user-frames\.test\.ts:\d+:\d+\)?$/);
  });

  it('a failure with a remedy has no frames, and neither has a value that is not an error', () => {
    assert.deepEqual(userFrames(new Failure('write it elsewhere')), []);
    assert.deepEqual(userFrames(Object.assign(new Error('no such file'), { code: 'ENOENT' })), []);
    assert.deepEqual(userFrames('text'), []);
  });
});
