// Runs test files, several in one process: loading the modules of a file takes longer than most of its tests, and some files
// share a value which takes long to make. Without arguments it runs the files that need no program besides Node; with the
// argument `all` also those that need other programs, except those on nodes. Called by `npm run test:node` and `npm run test:only`.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { run } from 'node:test';
import { pathToFileURL } from 'node:url';
import { testsOnNodeAlone } from '../test/architecture/foreign-program.ts';
import { readSourceFiles, type SourceFile } from '../test/architecture/source-file.ts';
import report from './test-reporter.ts';

/** The number of test files in one process: of those on Node alone, and of those that wait for other programs. */
const filesAtOnce = { alone: 20, waiting: 5 };

/**
 * Modules whose importers share a process, because they have a value in common that takes seconds to make. The process that
 * takes longest is the first.
 */
const sharedModules = [
  'test/shared-control-plane.ts',
  'test/package/built-library.ts',
  'test/architecture/source-file.ts',
];

const root = resolve(import.meta.dirname, '..');
const isOnNodeAlone = process.argv[2] !== 'all';
const directory = await mkdtemp(join(tmpdir(), 'operand-tests-'));

// No test finds binaries here, and Go can't build them: a test that needs them fails on each machine.
const withoutPrograms = {
  XDG_CACHE_HOME: directory,
  GOMODCACHE: join(directory, 'go'),
  GOPROXY: 'off',
  KUBEBUILDER_ASSETS: '',
};

/** Returns the paths of the files of each process, the longest first. */
function processes(): readonly (readonly string[])[] {
  const sources = readSourceFiles(root, 'lib', 'apps', 'test', 'bench', '.config');
  const isTest = (path: string) => /^test\/(?!e2e\/).*\.test\.ts$/.test(path);
  const onNodeAlone = testsOnNodeAlone(sources).filter(isTest);
  const paths = isOnNodeAlone ? onNodeAlone : sources.map(({ path }) => path).filter(isTest);
  const sharing = Map.groupBy(paths, (path) => sharedModules.find((module) => imports(sources, path, module)));
  const others = sharing.get(undefined) ?? [];
  return [
    ...sharedModules.flatMap((module) => [sharing.get(module) ?? []]).filter((files) => files.length > 0),
    ...groups(
      others.filter((path) => !onNodeAlone.includes(path)),
      filesAtOnce.waiting,
    ),
    ...groups(
      others.filter((path) => onNodeAlone.includes(path)),
      filesAtOnce.alone,
    ),
  ];
}

/** Returns groups that each have some of all folders, since neighbours take about as long. */
function groups(paths: readonly string[], size: number): readonly (readonly string[])[] {
  const count = Math.ceil(paths.length / size);
  return Array.from({ length: count }, (_, index) => paths.filter((_, place) => place % count === index));
}

/** Returns true if a file imports a module, itself or by another file of the tests. */
function imports(sources: readonly SourceFile[], path: string, module: string): boolean {
  const queue = [path];
  for (const each of queue) {
    const { imports = [] } = sources.find((source) => source.path === each) ?? {};
    queue.push(...imports.map(({ target }) => target).filter((to) => to.startsWith('test/') && !queue.includes(to)));
  }
  return queue.includes(module);
}

/** Returns the path of a module that imports the files; that of a single file itself. */
async function program(paths: readonly string[], index: number): Promise<string> {
  const [path = ''] = paths;
  if (paths.length === 1) return path;
  const group = join(directory, `${index}.test.mjs`);
  const urls = paths.map((each) => pathToFileURL(join(root, each)).href);
  await writeFile(group, urls.map((url) => `import ${JSON.stringify(url)};\n`).join(''));
  return group;
}

try {
  if (isOnNodeAlone) Object.assign(process.env, withoutPrograms);
  const events = run({
    cwd: root,
    files: await Promise.all(processes().map(program)),
    // Tests wait for programs and clusters now and then.
    concurrency: 3,
    timeout: 1_800_000,
    execArgv: ['--import=./.config/compile-cache.js'],
  });
  for await (const text of report(events)) process.stdout.write(text);
} finally {
  await rm(directory, { recursive: true, force: true });
}
