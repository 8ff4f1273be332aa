import type { Rule } from './source-file.ts';

/** The rooms of lib/ from the lowest level up. A room imports rooms of lower levels only. */
const levels: readonly (readonly string[])[] = [
  ['system', 'schema', 'clock'],
  ['telemetry'],
  ['api'],
  ['constructs', 'client', 'oci'],
  ['render', 'server'],
  ['olm', 'runtime', 'import'],
  ['reference', 'package'],
  ['testing', 'cli'],
];

/** The rooms that the door "." leads to. */
const definition: readonly string[] = ['schema', 'telemetry', 'clock', 'api', 'constructs'];

/** The few files of the runtime that introduce its rooms to each other. A longer list is a decision, not an accident. */
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

/** Imports between the rooms of lib/ point to lower levels. */
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
  const [from, to] = [roomOf(path), roomOf(target)];
  if (from === to) return undefined;
  if (to === undefined) return 'nothing in the library imports the door "."';
  if (from === undefined) return definition.includes(to) ? undefined : `the door "." must not lead to ${to}/`;
  const [level, reached] = [levelOf(from), levelOf(to)];
  if (level < 0) return `${from}/ is not among the rooms`;
  if (reached < 0) return `${to}/ is not among the rooms`;
  return reached < level ? undefined : `${from}/ (level ${level}) must not import ${to}/ (level ${reached})`;
}

/** Parts of a room with an entrance of their own: what few need, and all would load. */
const sideEntrances: readonly string[] = [
  'lib/schema/structural/index.ts',
  'lib/telemetry/prometheus/index.ts',
  'lib/olm/bundle/index.ts',
  'lib/olm/catalog/index.ts',
  'lib/olm/content/index.ts',
  'lib/olm/validation/index.ts',
];

/** A room is entered by its index.ts: what other rooms may use of it is written in one place. */
export const entrances: Rule = (files) =>
  files
    .filter(({ path }) => path.startsWith('lib/'))
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ target }) => {
          const room = roomOf(target);
          return (
            target.startsWith('lib/') &&
            room !== undefined &&
            room !== roomOf(path) &&
            target !== `lib/${room}/index.ts` &&
            !sideEntrances.includes(target)
          );
        })
        .map(
          ({ target, line }) => `${path}:${line}: ${target} is entered by way of lib/${roomOf(target) ?? ''}/index.ts`,
        ),
    );

/** The rooms of runtime/ know neither one another nor the files that wire them. */
export const runtimeRooms: Rule = (files) =>
  files
    .filter(({ path }) => path.startsWith('lib/runtime/') && !wiring.includes(runtimeRoomOf(path)))
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ target }) => target.startsWith('lib/runtime/') && runtimeRoomOf(target) !== runtimeRoomOf(path))
        .map(({ target, line }) => `${path}:${line}: ${runtimeRoomOf(path)} must not know ${runtimeRoomOf(target)}`),
    );

/** What all rooms of olm/ may use, from the lowest level up. */
const olmGround: readonly string[] = ['content', 'finding', 'notation'];

/** The rooms of olm/ know what they all stand on, and not one another. */
export const olmRooms: Rule = (files) =>
  files
    .filter(({ path }) => /^lib\/olm\/[^/]+\//.test(path))
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ target }) => /^lib\/olm\/[^/]+\//.test(target) && !mayUse(olmRoomOf(path), olmRoomOf(target)))
        .map(({ target, line }) => `${path}:${line}: ${olmRoomOf(path)} must not know ${olmRoomOf(target)}`),
    );

function mayUse(room: string, other: string): boolean {
  const [level, reached] = [room, other].map((each) => olmGround.indexOf(each));
  if (room === other) return true;
  return reached !== undefined && reached >= 0 && (level === -1 || reached < (level ?? 0));
}

function olmRoomOf(path: string): string {
  return path.split('/')[2] ?? '';
}

/** The room of a path in lib/; undefined for files that lie in none. */
function roomOf(path: string): string | undefined {
  const [, room, ...rest] = path.split('/');
  return rest.length === 0 ? undefined : room;
}

function levelOf(room: string): number {
  return levels.findIndex((level) => level.includes(room));
}

/** `queue` for `lib/runtime/queue/work-queue.ts`; a file of its own is its own room. */
function runtimeRoomOf(path: string): string {
  return path.slice('lib/runtime/'.length).replace(/[/.].*$/, '');
}
