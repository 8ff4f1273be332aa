// In: an operator that can die, and the steps of a life. Out: the contents of the namespace after each step, and the
// writes that it took; once undisturbed, and then once for each possible strike. Used by the tests of crashes.

import assert from 'node:assert/strict';
import { until } from '../until.ts';
import type { MortalOperator, Strike } from './mortal-operator.ts';
import type { PlayedNamespace } from './played-namespace.ts';

/** One change by a user, and the check that the operator has done its part. */
export interface Step {
  readonly name: string;
  readonly act: (namespace: PlayedNamespace) => Promise<unknown>;
  readonly isDone: (namespace: PlayedNamespace) => Promise<boolean>;
}

/** Result of a run. */
export interface RunRecord {
  readonly namespace: string;
  readonly writes: readonly string[];
  /** Step → contents at its end. */
  readonly contents: Readonly<Record<string, readonly object[]>>;
  /** The write that was struck. */
  readonly struck: string | undefined;
}

/** Goes through all steps in a namespace, in which one write is struck. */
export async function run(
  namespace: PlayedNamespace,
  {
    operator,
    steps,
    strike,
  }: { readonly operator: MortalOperator; readonly steps: readonly Step[]; readonly strike?: Strike },
): Promise<RunRecord> {
  const contents: Record<string, readonly object[]> = {};
  operator.aim(strike);
  for (const { name, act, isDone } of steps) {
    // The operator's webhooks are called for the next changes.
    await operator.ready();
    await act(namespace);
    try {
      await until(`${name}, with ${JSON.stringify(strike)}`, async () => {
        await namespace.play();
        return await isDone(namespace);
      });
    } catch (cause) {
      throw new Error(`${name} isn't done:\n${await operator.log()}`, { cause });
    }
    contents[name] = await namespace.content();
  }
  return { namespace: namespace.name, writes: operator.writes, contents, struck: operator.struck };
}

/**
 * Repeats a run: with a death before and after each write, up to the first that isn't made any more, and with the
 * answer lost to one write of each kind.
 *
 * The number and the order of writes differ a little from run to run, since simultaneous events may be reported at
 * once. So a kind of write that no place has met in some way is struck there by its name.
 *
 * @param go - runs once, and resolves with the write that was struck; undefined if none was.
 * @throws AssertionError if a kind of write hasn't been struck in each way.
 */
export async function strikeAll(
  kindsOfWrites: ReadonlySet<string>,
  go: (strike: Strike) => Promise<string | undefined>,
): Promise<void> {
  const struck = {
    'killed-before': new Set<string>(),
    'killed-after': new Set<string>(),
    'answer-lost': new Set<string>(),
  };
  const strike = async ({ at, how }: Strike): Promise<boolean> => {
    const title = await go({ at, how });
    if (title !== undefined) struck[how].add(title);
    return title !== undefined;
  };
  for (let at = 0, isOver = false; !isOver; at += 1) {
    for (const how of ['killed-before', 'killed-after', 'answer-lost'] as const) {
      if (how === 'answer-lost' && struck['killed-after'].size === struck[how].size) continue;
      if (!(await strike({ at, how }))) isOver = true;
    }
  }
  for (const how of ['killed-before', 'killed-after', 'answer-lost'] as const) {
    for (const at of kindsOfWrites) if (!struck[how].has(at)) await strike({ at, how });
    assert.deepEqual(
      [...kindsOfWrites].filter((kind) => !struck[how].has(kind)),
      [],
      `not met by ${how}`,
    );
  }
}
