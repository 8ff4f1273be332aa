import type { Rule } from './source-file.ts';

/** The modules of lib/ from the lowest level up. A module imports modules of lower levels only. */
const levels: readonly (readonly string[])[] = [
  ['error'],
  ['system', 'schema', 'clock'],
  ['telemetry', 'yaml'],
  ['api'],
  ['constructs', 'client', 'oci'],
  ['render', 'server'],
  ['olm', 'runtime', 'import'],
  ['reference', 'package'],
  ['testing', 'cli'],
];

/** The modules that the entry point "." leads to. */
const definition: readonly string[] = ['schema', 'telemetry', 'clock', 'api', 'constructs'];

/** The few files of the runtime that introduce its modules to each other. A longer list is a decision, not an accident. */
const wiring: readonly string[] = [
  'index',
  'manager',
  'controller',
  'listening',
  'shared-cache',
  'shared-caches',
  'webhooks',
  'installation-watch',
  'metrics-server',
  'work-division',
];

/** Imports between the modules of lib/ point to lower levels. */
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

/** Parts of a module with an entrance of their own: what few need, and all would load. */
const sideEntrances: readonly string[] = [
  'lib/api/author/index.ts',
  'lib/schema/structural/index.ts',
  'lib/telemetry/prometheus/index.ts',
  'lib/oci/registry/index.ts',
  'lib/olm/bundle/index.ts',
  'lib/olm/catalog/index.ts',
  'lib/olm/content/index.ts',
  'lib/olm/validation/index.ts',
];

/** A module is imported by its index.ts: what other modules may use of it is written in one place. */
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
        .map(
          ({ target, line }) =>
            `${path}:${line}: ${target} is entered by way of lib/${moduleOf(target) ?? ''}/index.ts`,
        ),
    );

/** The modules of runtime/ that the other ones may use. */
const runtimeGround: readonly string[] = ['lease'];

/** The modules of runtime/ know what they stand on, and neither one another nor the files that wire them. */
export const runtimeModules: Rule = (files) =>
  files
    .filter(({ path }) => path.startsWith('lib/runtime/') && !wiring.includes(runtimeRoomOf(path)))
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ target }) => target.startsWith('lib/runtime/'))
        .filter(({ target }) => ![runtimeRoomOf(path), ...runtimeGround].includes(runtimeRoomOf(target)))
        .map(({ target, line }) => `${path}:${line}: ${runtimeRoomOf(path)} must not know ${runtimeRoomOf(target)}`),
    );

/** What all modules of olm/ may use, from the lowest level up. */
const olmGround: readonly string[] = ['content', 'finding', 'notation'];

/** The modules of olm/ know what they all stand on, and not one another. */
export const olmModules: Rule = (files) =>
  files
    .filter(({ path }) => /^lib\/olm\/[^/]+\//.test(path))
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ target }) => /^lib\/olm\/[^/]+\//.test(target) && !mayUse(olmRoomOf(path), olmRoomOf(target)))
        .map(({ target, line }) => `${path}:${line}: ${olmRoomOf(path)} must not know ${olmRoomOf(target)}`),
    );

function mayUse(module: string, other: string): boolean {
  const [level, reached] = [module, other].map((each) => olmGround.indexOf(each));
  if (module === other) return true;
  return reached !== undefined && reached >= 0 && (level === -1 || reached < (level ?? 0));
}

function olmRoomOf(path: string): string {
  return path.split('/')[2] ?? '';
}

/** The module of a path in lib/; undefined for files that lie in none. */
function moduleOf(path: string): string | undefined {
  const [, module, ...rest] = path.split('/');
  return rest.length === 0 ? undefined : module;
}

function levelOf(module: string): number {
  return levels.findIndex((level) => level.includes(module));
}

/** `queue` for `lib/runtime/queue/work-queue.ts`; a file of its own is its own module. */
function runtimeRoomOf(path: string): string {
  return path.slice('lib/runtime/'.length).replace(/[/.].*$/, '');
}
