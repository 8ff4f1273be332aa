import type { Rule } from './source-file.ts';

/** The modules of lib/ from the lowest level up. A module imports modules of lower levels only. */
const levels: readonly (readonly string[])[] = [
  ['error'],
  ['system', 'schema', 'clock', 'certificate'],
  ['telemetry', 'yaml'],
  ['api'],
  ['constructs', 'client', 'oci'],
  ['render', 'server', 'built-in'],
  ['olm', 'runtime', 'import'],
  ['reference', 'package'],
  ['testing'],
  ['cli'],
];

/** The modules that the entry point "." imports. */
const definition: readonly string[] = ['schema', 'telemetry', 'clock', 'certificate', 'api', 'constructs'];

/** The few files of the runtime that connect its modules. A longer list is a decision, not an accident. */
const wiring: readonly string[] = [
  'index',
  'manager',
  'manager-groups',
  'manager-options',
  'manager-parts',
  'preview',
  'controller',
  'kind-watch',
  'server-runnable',
  'shared-cache',
  'shared-caches',
  'webhooks',
  'installation-watch',
  'metrics-server',
  'replica-coordination',
];

/** Imports between the modules of lib/ lead to lower levels. */
export const layers: Rule = (files) =>
  files
    .filter(({ path }) => path.startsWith('lib/'))
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ specifier }) => specifier.startsWith('.'))
        .flatMap(({ target, line }) => {
          const complaint = trespass(path, target);
          return complaint === undefined ? [] : [`${path}:${line}: ${complaint}`];
        }),
    );

function trespass(path: string, target: string): string | undefined {
  if (!target.startsWith('lib/')) return `${target} is not part of the library`;
  if (target === 'lib/package.json') return undefined;
  const [from, to] = [moduleOf(path), moduleOf(target)];
  if (from === to) return undefined;
  if (to === undefined) return 'nothing in the library imports the entry point "."';
  if (from === undefined) return definition.includes(to) ? undefined : `the entry point "." must not lead to ${to}/`;
  const [level, reached] = [levelOf(from), levelOf(to)];
  if (level < 0) return `${from}/ is not among the modules`;
  if (reached < 0) return `${to}/ is not among the modules`;
  return reached < level ? undefined : `${from}/ (level ${level}) must not import ${to}/ (level ${reached})`;
}

/** Parts of a module with their own index.ts, which few modules need and all would load. */
const sideEntrances: readonly string[] = [
  'lib/api/author/index.ts',
  'lib/client/port-stream/index.ts',
  'lib/schema/structural/index.ts',
  'lib/telemetry/prometheus/index.ts',
  'lib/oci/registry/index.ts',
  'lib/olm/bundle/index.ts',
  'lib/olm/catalog/index.ts',
  'lib/olm/content/index.ts',
  'lib/olm/validation/index.ts',
];

/** A module is imported by its index.ts, which lists everything that other modules may use. */
export const entrances: Rule = (files) =>
  files
    .filter(({ path }) => path.startsWith('lib/'))
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ target }) => {
          const module = moduleOf(target);
          return (
            target.startsWith('lib/') &&
            module !== undefined &&
            module !== moduleOf(path) &&
            target !== `lib/${module}/index.ts` &&
            !sideEntrances.includes(target)
          );
        })
        .map(({ target, line }) => `${path}:${line}: import ${target} from lib/${moduleOf(target) ?? ''}/index.ts`),
    );

/** The modules of runtime/ that the others may import. */
const runtimeGround: readonly string[] = ['lease'];

/** The modules of runtime/ import the common ones, and neither each other nor the files that connect them. */
export const runtimeModules: Rule = (files) =>
  files
    .filter(({ path }) => path.startsWith('lib/runtime/') && !wiring.includes(runtimeModuleOf(path)))
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ target }) => target.startsWith('lib/runtime/'))
        .filter(({ target }) => ![runtimeModuleOf(path), ...runtimeGround].includes(runtimeModuleOf(target)))
        .map(
          ({ target, line }) => `${path}:${line}: ${runtimeModuleOf(path)} must not import ${runtimeModuleOf(target)}`,
        ),
    );

/** The modules that all modules of olm/ may import, from the lowest level up. */
const olmGround: readonly string[] = ['content', 'finding', 'notation'];

/** The modules of olm/ import the common ones, and not each other. */
export const olmModules: Rule = (files) =>
  files
    .filter(({ path }) => /^lib\/olm\/[^/]+\//.test(path))
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ target }) => /^lib\/olm\/[^/]+\//.test(target) && !mayUse(olmModuleOf(path), olmModuleOf(target)))
        .map(({ target, line }) => `${path}:${line}: ${olmModuleOf(path)} must not import ${olmModuleOf(target)}`),
    );

function mayUse(module: string, other: string): boolean {
  const [level, reached] = [module, other].map((each) => olmGround.indexOf(each));
  if (module === other) return true;
  return reached !== undefined && reached >= 0 && (level === -1 || reached < (level ?? 0));
}

function olmModuleOf(path: string): string {
  return path.split('/')[2] ?? '';
}

/** Returns the module of a path in lib/; undefined for files outside of modules. */
function moduleOf(path: string): string | undefined {
  const [, module, ...rest] = path.split('/');
  return rest.length === 0 ? undefined : module;
}

function levelOf(module: string): number {
  return levels.findIndex((level) => level.includes(module));
}

/** Returns `queue` for `lib/runtime/queue/work-queue.ts`; a file beside the modules is its own module. */
function runtimeModuleOf(path: string): string {
  return path.slice('lib/runtime/'.length).replace(/[/.].*$/, '');
}
