// Runs the type-aware lint as one of the tests: it keeps one core busy for minutes, in which tests wait for programs and clusters.
// Called by `npm run test:only`.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';

test('the code follows the type-aware rules: `npm run lint:types` finds nothing', async () => {
  const lint = spawn('npm', ['run', 'lint:types'], { cwd: resolve(import.meta.dirname, '..'), stdio: 'pipe' });
  const [output, errors, [code]] = await Promise.all([text(lint.stdout), text(lint.stderr), once(lint, 'close')]);
  assert.equal(code, 0, `${output}${errors}`);
});
