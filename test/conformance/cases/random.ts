import type { JsonObject, JsonValue } from '../../../lib/api/index.ts';
import { Chance } from '../../faults/chance.ts';
import type { ConformanceCase, Session } from '../session.ts';
import { configMap, widget, widgets } from './sample.ts';

/** The number of sequences, and of operations in each. */
const [sequenceCount, operationCount] = [40, 14];

/** Random choices, the same for each seed. */
class Dice extends Chance {
  one<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error('there is nothing to choose from');
    return item;
  }

  some<Item>(items: readonly Item[]): Item[] {
    return items.filter(() => this.below(2) === 0);
  }
}

const managers = ['x', 'y', 'z'];

function data(dice: Dice): JsonObject {
  return Object.fromEntries(dice.some(['a', 'b', 'c']).map((key) => [key, String(dice.below(2))]));
}

/**
 * Maps are never empty: the real server stores an applied empty map of a custom resource's metadata, shows it nowhere, and
 * drops it at the next write, which then isn't without effect.
 */
function metadata(dice: Dice): JsonObject {
  const labels = Object.fromEntries(['k', ...dice.some(['l', 'm'])].map((key) => [key, String(dice.below(2))]));
  return dice.one<JsonObject>([
    {},
    {},
    { labels },
    { labels, finalizers: ['a/b', ...dice.some(['a/c'])] },
    { annotations: { n: '1', ...labels } },
  ]);
}

function spec(dice: Dice): JsonObject {
  const fields: Readonly<Record<string, () => JsonValue>> = {
    size: () => dice.below(12),
    mode: () => dice.one(['a', 'b', 'c']),
    replicas: () => dice.below(4),
    list: () => dice.some(['p', 'q', 'r']),
    set: () => dice.some(['p', 'q', 'r']),
    map: () => data(dice),
    atomic: () => dice.one<JsonObject>([{ a: 1 }, { b: 2 }, { a: 1, b: 1 }]),
    ports: () =>
      dice.some(['h', 'i', 'j']).map((name) => ({
        name,
        ...(dice.below(2) === 0 && { port: dice.below(2) }),
        ...(dice.below(3) === 0 && { protocol: 'UDP' }),
      })),
    free: () => dice.one<JsonObject>([{}, { a: 1 }, { a: { b: dice.below(2) } }]),
    nullable: () => dice.one([null, 'x']),
    growing: () => dice.below(3),
    deep: () => dice.one<JsonObject>([{}, { x: 2 }, { y: 3 }]),
  };
  return Object.fromEntries(dice.some(dice.some(Object.keys(fields))).map((name) => [name, fields[name]?.() ?? null]));
}

type Operation = (session: Session, dice: Dice) => Promise<unknown>;

/** A kind of which the sequences write objects. */
interface WrittenKind {
  readonly resource: string;
  readonly object: (name: string, dice: Dice) => JsonObject;
  readonly change: (dice: Dice) => JsonObject;
}

const kinds: readonly WrittenKind[] = [
  {
    resource: 'configmaps',
    object: (name, dice) => configMap(name, data(dice), metadata(dice)),
    change: (dice) => ({ data: dice.one<JsonValue>([null, { a: null }, data(dice)]) }),
  },
  {
    resource: widgets,
    object: (name, dice) => widget(name, spec(dice), metadata(dice)),
    change: (dice) => ({ spec: dice.one<JsonObject>([{ map: null }, { size: null, ports: null }, spec(dice)]) }),
  },
];

const operations: readonly Operation[] = [
  (session, dice) => {
    const { resource, object } = dice.one(kinds);
    return session.post(
      `${session.path(resource)}?fieldManager=${dice.one(managers)}`,
      object(dice.one(['a', 'b']), dice),
    );
  },
  apply,
  apply,
  apply,
  (session, dice) => {
    const { resource, change } = dice.one(kinds);
    const path = `${session.path(resource, dice.one(['a', 'b']))}?fieldManager=${dice.one(managers)}`;
    return session.patch(
      'merge',
      path,
      dice.one([change(dice), { metadata: metadata(dice) }, { metadata: { finalizers: null } }]),
    );
  },
  async (session, dice) => {
    const { resource, object } = dice.one(kinds);
    const name = dice.one(['a', 'b']);
    const { body, status } = await session.get(session.path(resource, name));
    if (status !== 200) return;
    const { metadata: kept = null } = body as JsonObject;
    await session.put(`${session.path(resource, name)}?fieldManager=${dice.one(managers)}`, {
      ...object(name, dice),
      metadata: kept,
    });
  },
  (session, dice) => {
    const status = {
      replicas: dice.below(3),
      conditions: dice.some(['A', 'B']).map((type) => ({ type, status: 'True' })),
    };
    const path = `${session.path(widgets, dice.one(['a', 'b']))}/status?fieldManager=${dice.one(managers)}`;
    return session.patch('merge', path, { status });
  },
  (session, dice) => {
    const policy = dice.one<JsonObject>([{}, {}, { propagationPolicy: 'Background' }, { dryRun: ['All'] }]);
    return session.delete(session.path(dice.one(kinds).resource, dice.one(['a', 'b'])), policy);
  },
];

function apply(session: Session, dice: Dice): Promise<unknown> {
  const { resource, object } = dice.one(kinds);
  const name = dice.one(['a', 'b']);
  const force = dice.below(2) === 0 ? '&force=true' : '';
  return session.patch(
    'apply',
    `${session.path(resource, name)}?fieldManager=${dice.one(managers)}${force}`,
    object(name, dice),
  );
}

/** Sequences of operations that no author chose. */
export const randomCases: readonly ConformanceCase[] = Array.from({ length: sequenceCount }, (_, seed) => ({
  title: `runs the operations of seed ${seed + 1}`,
  run: async (session) => {
    const dice = new Dice(seed + 1);
    for (let count = 0; count < operationCount; count += 1) await dice.one(operations)(session, dice);
    for (const { resource } of kinds) for (const name of ['a', 'b']) await session.get(session.path(resource, name));
  },
}));
