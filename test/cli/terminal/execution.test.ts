// Commands whose output is not read to its end, or can't be written.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../programs/published.ts', import.meta.url));
const operand = fileURLToPath(new URL('../../../lib/cli/operand.ts', import.meta.url));

describe('a command', () => {
  let directory: string;

  before(() => {
    directory = mkdtempSync(join(tmpdir(), 'operand-reader-'));
  });

  after(() => rmSync(directory, { recursive: true }));

  /** Runs a program whose standard output no process reads. */
  async function unread(file: string, args: readonly string[]) {
    const child = spawn(process.execPath, [file, ...args], { cwd: directory, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.destroy();
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    return { code, stderr };
  }

  it('a command does all its work even if no process reads its output', async () => {
    const { code, stderr } = await unread(program, ['synth']);
    assert.deepEqual(
      stderr.split('\n').filter((line) => line !== '' && !line.startsWith('warning: ')),
      [],
    );
    assert.equal(code, 0);
    assert.ok(existsSync(join(directory, 'bundle/cache-operator/bundle.Dockerfile')));
  });

  it('a command ends with the exit code of its findings even if no process reads them', async () => {
    assert.deepEqual(await unread(operand, ['docs', 'bundle', '--output', 'pages', '--check']), {
      code: 1,
      stderr: '',
    });
  });

  it('a command fails with a sentence if its output can’t be written', async () => {
    const child = spawn(process.execPath, [operand, 'bundle', 'validate', '--rules'], {
      stdio: ['ignore', openSync(process.execPath, 'r'), 'pipe'],
    });
    assert.ok(child.stderr);
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    assert.match(stderr, /^the output can't be written: EBADF[^\n]*\n$/);
    assert.equal(code, 1);
  });
});
