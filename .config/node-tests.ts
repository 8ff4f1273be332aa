// Runs the test files whose imports lead to no program besides Node. Run by `npm run test:node`.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { testsOnNodeAlone } from '../test/architecture/foreign-program.ts';
import { readSourceFiles } from '../test/architecture/source-file.ts';

const root = resolve(import.meta.dirname, '..');
const tests = testsOnNodeAlone(readSourceFiles(root, 'lib', 'apps', 'test', 'bench', '.config'));
const paths = tests.filter((path) => /^test\/(?!e2e\/)/.test(path));

// No test finds binaries here, and Go can't build them: a test that needs them fails on each machine.
const cache = await mkdtemp(join(tmpdir(), 'operand-node-tests-'));
const without = { XDG_CACHE_HOME: cache, GOMODCACHE: join(cache, 'go'), GOPROXY: 'off', KUBEBUILDER_ASSETS: '' };
const options = [
  '--import=./.config/compile-cache.js',
  '--test',
  '--test-concurrency=2',
  '--test-timeout=600000',
  '--test-reporter=./.config/test-reporter.ts',
];

try {
  const child = spawn(process.execPath, [...options, ...paths], {
    cwd: root,
    env: { ...process.env, ...without },
    stdio: 'inherit',
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  process.exitCode = code ?? 1;
} finally {
  await rm(cache, { recursive: true, force: true });
}
