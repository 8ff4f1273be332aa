// Measures two importers on the CRDs of some publishers, and returns a table. Called by the command line.

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type Publisher,
  publishedDefinitions,
  publishers,
} from '../../test/import/definitions/published-definition.ts';
import { median } from '../harness/distribution.ts';
import { timedScript } from '../harness/timed-script.ts';
import { table } from '../report/table.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const operand = join(root, 'lib/cli/operand.ts');
const cdk8s = join(root, 'node_modules/cdk8s-cli/bin/cdk8s');

/** The times of one round for the CRDs of a publisher. */
interface ImportTurn {
  readonly publisher: Publisher;
  readonly ours: number;
  readonly theirs: number;
}

/** Options of {@link measuredImports}. */
export interface ImportMeasurement {
  /** The number of rounds, beyond a first one that isn't counted. */
  readonly rounds: number;
  readonly onTurn: (what: string) => void;
  readonly signal: AbortSignal;
}

/** Runs `operand import` and `cdk8s import` in turns on the same CRDs. @returns a table in Markdown. */
export async function measuredImports({ rounds, onTurn, signal }: ImportMeasurement): Promise<string> {
  const turns: ImportTurn[] = [];
  for (const publisher of publishers) {
    const directory = await publishedDefinitions(publisher);
    for (let round = 0; round <= rounds; round += 1) {
      onTurn(`${publisher}, round ${round}`);
      const { seconds: ours } = await timedScript(ourScript(directory), signal);
      const { seconds: theirs } = await timedScript(theirScript(directory), signal);
      // The first round fills the caches.
      if (round > 0) turns.push({ publisher, ours, theirs });
    }
  }
  return table(
    ['definitions of', 'rounds', 'operand import (s)', 'cdk8s import (s)', 'ratio'],
    [...Map.groupBy(turns, ({ publisher }) => publisher)].map(([publisher, own]) => [
      publisher,
      String(own.length),
      median(own.map(({ ours }) => ours)).toFixed(2),
      median(own.map(({ theirs }) => theirs)).toFixed(2),
      `${median(own.map(({ ours, theirs }) => ours / theirs)).toFixed(2)}×`,
    ]),
  );
}

function ourScript(directory: string): string {
  return `'${process.execPath}' '${operand}' import '${directory}' --output imports`;
}

/** cdk8s reads one file. */
function theirScript(directory: string): string {
  const file = `for each in '${directory}'/*.yaml; do cat "$each"; printf '\\n---\\n'; done > all.yaml`;
  const words = 'import all.yaml --language typescript --output imports --no-save --no-check-upgrade';
  return `${file}\n'${process.execPath}' '${cdk8s}' ${words}`;
}
