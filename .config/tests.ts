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
function testFiles(): { readonly onNodeAlone: string[]; readonly others: string[] } {
  const isTest = (path: string) => /^test\/(?!e2e\/).*\.test\.ts$/.test(path);
  const sources = readSourceFiles(root, 'lib', 'apps', 'test', 'bench', '.config');
  const onNodeAlone = testsOnNodeAlone(sources).filter(isTest);
  const others = new Set(sources.map(({ path }) => path).filter(isTest)).difference(new Set(onNodeAlone));
  return { onNodeAlone, others: [...others] };
}

/** Writes a module that imports some test files. Returns its path. */
async function group(paths: readonly string[]): Promise<string> {
  const name = `${paths[0]?.replaceAll('/', '-')}.mjs`;
  const imports = paths.map((path) => `import ${JSON.stringify(pathToFileURL(join(root, path)))};\n`);
  await writeFile(join(directory, name), imports.join(''));
  return join(directory, name);
}

try {
  const groups: string[] = [];
  while (onNodeAlone.length > 0) groups.push(await group(onNodeAlone.splice(0, filesAtOnce)));
  const child = spawn(process.execPath, [...options, ...(isOnNodeAlone ? [] : others), ...groups], {
    cwd: root,
    env: { ...process.env, ...(isOnNodeAlone && withoutPrograms) },
    stdio: 'inherit',
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  process.exitCode = code ?? 1;
} finally {
  await rm(directory, { recursive: true, force: true });
}
