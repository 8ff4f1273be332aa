// Prepares a way to make a bundle by its name, and builds it if necessary. Called by `synth` before the first round.

import { existsSync } from 'node:fs';
import { cp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildLibrary } from '../../.config/package/library-package.ts';
import { Consumer } from '../../test/package/consumer.ts';
import { pack } from '../../test/package/tarball.ts';
import { type Build, built, tool } from '../harness/build.ts';

/** A way to make a bundle and validate it. */
export interface Subject {
  readonly name: SubjectName;
  /** The name in tables. */
  readonly title: string;
  /** The bash script, run in its own directory. */
  readonly script: string;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const quoted = (...words: readonly string[]): string => words.map((word) => `'${word}'`).join(' ');
const node = process.execPath;
const cdk8s = join(root, 'node_modules/cdk8s-cli/bin/cdk8s');
/** The programs of the subjects, with the paths of the repository: `$PROJECT` has the library as it is published. */
const memcached = '"$PROJECT/apps/memcached/main.ts"';
const ten = '"$PROJECT/bench/synth/ten.ts"';
/** All sources of these programs. */
const sources = ['apps/memcached', 'bench/synth/ten.ts', 'bench/synth/ten-app.ts', 'bench/operator'];

/** The tools of the chain: name → module with the measured release, and its package. */
const tools = {
  'controller-gen': { module: 'sigs.k8s.io/controller-tools@v0.23.0', path: 'cmd/controller-gen' },
  kustomize: { module: 'sigs.k8s.io/kustomize/kustomize/v5@v5.8.1', path: '.' },
  'operator-sdk': { module: 'github.com/operator-framework/operator-sdk@v1.42.3', path: 'cmd/operator-sdk' },
} as const;

/** The commands of the project's Makefile, without those that run only when the API's descriptions change. */
const chain = [
  'controller-gen rbac:roleName=manager-role crd webhook paths=./... output:crd:artifacts:config=config/crd/bases',
  'rm -rf bundle bundle.Dockerfile',
  'kustomize build config/manifests | operator-sdk generate bundle -q --overwrite --version 0.1.0 --channels alpha --default-channel alpha',
  'operator-sdk bundle validate ./bundle',
].join('\n');

const throughCdk8s = [
  `export PATH=${quoted(dirname(node))}:$PATH`,
  `${quoted(node, cdk8s)} synth --no-check-upgrade --output dist --app ${quoted(`node ${memcached}`)}`,
].join('\n');

const subjects = {
  operand: { title: 'Operand: `node apps/memcached/main.ts`', script: `${quoted(node)} ${memcached}` },
  'operand-cdk8s': {
    title: 'Operand: the same through `cdk8s synth`, with `NODE_COMPILE_CACHE` set',
    script: `export NODE_COMPILE_CACHE=${quoted(join(tmpdir(), 'node-compile-cache'))}\n${throughCdk8s}`,
  },
  'operand-cdk8s-bare': { title: 'Operand: the same through `cdk8s synth`, without it', script: throughCdk8s },
  'operand-ten': { title: 'Operand: ten operators in one tree', script: `${quoted(node)} ${ten}` },
  'go-chain': {
    title: 'controller-gen 0.23, kustomize 5.8, operator-sdk 1.42: generate and validate',
    script: chain,
  },
} as const satisfies Readonly<Record<string, Omit<Subject, 'name'>>>;

/** The name of a way to make a bundle. */
export type SubjectName = keyof typeof subjects;

export const subjectNames = Object.keys(subjects) as SubjectName[];

/** Returns a way to make a bundle, ready to run. Builds it once, and again when its sources change. */
export async function preparedSubject(
  name: SubjectName,
  say: (text: string) => void,
  signal: AbortSignal,
): Promise<Subject> {
  const { title, script } = subjects[name];
  if (name !== 'go-chain') {
    project ??= built(installedProject, say, signal);
    return { name, title, script: `export PROJECT=${quoted(join(await project, 'project'))}\n${script}` };
  }
  const directory = await built(goChain(title), say, signal);
  const start = [`export PATH=${quoted(join(directory, 'bin'))}:$PATH`, `cd ${quoted(join(directory, 'project'))}`];
  return { name, title, script: [...start, script].join('\n') };
}

let project: Promise<string> | undefined;

/** A project of the same apps that installs the packages of the library. */
const installedProject: Build = {
  title: 'the packages of Operand',
  source: join(root, '.config/package'),
  // Always builds: the digest covers only a part of the sources.
  toolchain: undefined,
  build: async (_, directory) => {
    await buildLibrary(directory);
    const packages = ['operand', 'operand-api'].map((name) => pack(join(directory, name), directory));
    const paths = (await Promise.all(packages)).map(({ path }) => path);
    const { dependencies, peerDependencies } = JSON.parse(
      await readFile(join(root, 'apps/memcached/package.json'), 'utf8'),
    ) as Readonly<Record<'dependencies' | 'peerDependencies', Readonly<Record<string, string>>>>;
    const others = Object.entries({ ...dependencies, ...peerDependencies }).filter(([name]) => name !== 'operand');
    const names = others.map(([name, range]) => `${name}@${range}`);
    const { directory: installed } = await Consumer.installing([...paths, ...names], join(directory, 'project'));
    for (const path of sources) await cp(join(root, path), join(installed, path), { recursive: true });
  },
};

function goChain(title: string): Build {
  return {
    title,
    source: join(root, 'bench/peers/go-chain'),
    toolchain: 'go',
    build: async (source, directory, signal) => {
      for (const [name, { module, path }] of Object.entries(tools)) {
        const copy = await moduleCopy(module, join(source, 'module'), signal);
        const main = join(source, name);
        if (existsSync(main)) await cp(main, join(copy, path), { recursive: true });
        const output = join(directory, 'bin', name);
        await tool('go', ['build', '-mod=readonly', '-trimpath', '-o', output, `./${path}`], copy, signal);
      }
      const project = join(directory, 'project');
      await cp(join(source, 'project'), project, { recursive: true });
      // Generated code that a project has in its repository; the chain doesn't generate it.
      await tool(join(directory, 'bin/controller-gen'), ['object', 'paths=./...'], project, signal);
    },
  };
}

/** A build inside the module itself: from another module, its `replace` directives would be ignored. */
async function moduleCopy(module: string, directory: string, signal: AbortSignal): Promise<string> {
  await tool('go', ['mod', 'download', module], root, signal);
  const source = await tool('go', ['list', '-m', '-f', '{{.Dir}}', module], root, signal);
  await rm(directory, { recursive: true, force: true });
  await tool('cp', ['-r', '--no-preserve=mode', source.trim(), directory], root, signal);
  return directory;
}
