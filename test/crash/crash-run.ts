// Runs the steps of a test with an operator that can be killed, and records the contents of the namespace
// after each step. Used by the test of killed processes.

import { until } from '../until.ts';
import type { MortalOperator } from './mortal-operator.ts';
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
  /** Step → contents at its end. */
  readonly contents: Readonly<Record<string, readonly object[]>>;
  /** The write that was struck. */
  readonly struck: string | undefined;
}

/** Runs all steps in a namespace. @param strike - the write after which the process is killed. @default none */
export async function run(
  namespace: PlayedNamespace,
  {
    operator,
    steps,
    strike,
  }: { readonly operator: MortalOperator; readonly steps: readonly Step[]; readonly strike: string | undefined },
): Promise<RunRecord> {
  const contents: Record<string, readonly object[]> = {};
  operator.aim(strike);
  for (const { name, act, isDone } of steps) {
    // The operator serves its webhooks for the next changes.
    await operator.ready();
    await act(namespace);
    try {
      await until(`${name}, killed after ${strike}`, async () => {
        await namespace.play();
        return await isDone(namespace);
      });
    } catch (cause) {
      throw new Error(`${name} isn't done:\n${await operator.log()}`, { cause });
    }
    contents[name] = await namespace.content();
  }
  return { namespace: namespace.name, contents, struck: operator.struck };
}
