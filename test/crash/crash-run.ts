// Runs the steps of a test with an operator that can be killed, and records the contents of the namespace and the
// writes after each step: once undisturbed, and then once for each possible strike. Used by the tests of crashes.

import assert from 'node:assert/strict';
import { until } from '../until.ts';
import type { MortalOperator, Strike } from './mortal-operator.ts';
import type { PlayedNamespace } from './played-namespace.ts';

/** One change by a user, and the condition that the operator has reconciled it. */
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

/** Runs all steps in a namespace, with a strike at one write. */
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
    // The operator serves its webhooks for the next changes.
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
 * Repeats a run: with a kill before and after each write, up to the first number that no write has, and with a lost
 * answer to one write of each kind.
 *
 * The number and the order of writes differ a little between runs, since simultaneous events may be reported at once.
 * So a kind of write that no number has struck in some way is struck by its name.
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
      `not struck by ${how}`,
    );
  }
}
