import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const program = fileURLToPath(new URL('soak-process.ts', import.meta.url));

/** Less than the smallest object that an event could leave behind with a reference, and more than noise. */
const mostBytes = 24;

describe('the memory of a manager', () => {
  for (const part of ['event recorder', 'work queue', 'cache and own writes']) {
    it(`the memory of a manager stays constant while events pass through the ${part}`, async () => {
      const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', program, part]);
      const bytes = Number(stdout);
      assert.ok(bytes < mostBytes, `${bytes} bytes for each event`);
    });
  }
});
