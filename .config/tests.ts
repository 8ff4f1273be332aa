// Runs the test files that need no program besides Node, several in one process: loading a file's modules takes longer than
// most of its tests. With the argument `all` it also runs the others, except those on nodes, each in a process of its own.
// Called by `npm run test:node` and `npm run test:only`.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { testsOnNodeAlone } from '../test/architecture/foreign-program.ts';
import { readSourceFiles } from '../test/architecture/source-file.ts';

/** The number of test files in one process. */
const filesAtOnce = 10;

const root = resolve(import.meta.dirname, '..');
const { onNodeAlone, others } = testFiles();
const isOnNodeAlone = process.argv[2] !== 'all';

const directory = await mkdtemp(join(tmpdir(), 'operand-tests-'));

// No test finds binaries here, and Go can't build them: a test that needs them fails on each machine.
const withoutPrograms = {
  XDG_CACHE_HOME: directory,
  GOMODCACHE: join(directory, 'go'),
  GOPROXY: 'off',
  KUBEBUILDER_ASSETS: '',
};

const options = [
  '--import=./.config/compile-cache.js',
  '--test',
  // Tests wait for programs and clusters now and then.
  '--test-concurrency=3',
  '--test-timeout=1800000',
  '--test-reporter=./.config/test-reporter.ts',
];

/** Returns the paths of the test files, except those on nodes. */
function testFiles(): { readonly onNodeAlone: readonly string[]; readonly others: readonly string[] } {
  const isTest = (path: string) => /^test\/(?!e2e\/).*\.test\.ts$/.test(path);
  const sources = readSourceFiles(root, 'lib', 'apps', 'test', 'bench', '.config');
  const onNodeAlone = testsOnNodeAlone(sources).filter(isTest);
  const others = sources.map(({ path }) => path).filter((path) => isTest(path) && !onNodeAlone.includes(path));
  return { onNodeAlone, others };
}

/** Writes modules that import the test files. Each has some of all folders, since neighbours take about as long. */
async function grouped(paths: readonly string[]): Promise<readonly string[]> {
  const count = Math.ceil(paths.length / filesAtOnce);
  const groups = Array.from({ length: count }, (_, index) => join(directory, `${index}.test.mjs`));
  for (const [index, group] of groups.entries()) {
    const members = paths.filter((_, place) => place % count === index).map((path) => pathToFileURL(join(root, path)));
    await writeFile(group, members.map(({ href }) => `import ${JSON.stringify(href)};\n`).join(''));
  }
  return groups;
}

try {
  const paths = [...(isOnNodeAlone ? [] : others), ...(await grouped(onNodeAlone))];
  const child = spawn(process.execPath, [...options, ...paths], {
    cwd: root,
    env: { ...process.env, ...(isOnNodeAlone && withoutPrograms) },
    stdio: 'inherit',
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  process.exitCode = code ?? 1;
} finally {
  await rm(directory, { recursive: true, force: true });
}
