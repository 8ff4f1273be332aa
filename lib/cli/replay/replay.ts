// In: an app, and a trace that `run --record` wrote. Out: the differences between its recorded and its present reconciles.
// Called by `replay` of an app's program and of the library's own.

import { readFileSync } from 'node:fs';
import type { App } from 'cdk8s';
import { Operator } from '../../constructs/index.ts';
import { type ReplayedReconcile, readTrace, replay, type Trace } from '../../runtime/index.ts';
import { thrownText } from '../../system/index.ts';
import { silentLogger } from '../../telemetry/index.ts';
import { Failure } from '../failure.ts';
import { printError, printText } from '../terminal/output.ts';

/** The options of `replay`. */
export interface ReplayOptions {
  /** True to print the reads and requests of each reconcile, or the line of the trace of the only one to print. */
  readonly step?: true | string;
}

/**
 * Replays a trace, and prints each reconcile that differs; exits with 1 if there is one.
 *
 * @throws Failure if the file can't be read, or isn't a trace of an operator of the app.
 */
export async function executeReplay(app: App, path: string, { step }: ReplayOptions): Promise<void> {
  const trace = readTraceFile(path);
  const operator = Operator.in(app).find(({ name }) => name === trace.header.operator);
  if (operator === undefined)
    throw new Failure(
      `${path} is a trace of ${trace.header.operator}, which is not an operator of this app: replay it with the app of that operator`,
    );
  let [count, differing] = [0, 0];
  let isShown = step === undefined || step === true;
  for await (const replayed of replay(operator, trace, silentLogger)) {
    count += 1;
    if (replayed.divergence !== undefined) differing += 1;
    const isStep = step === true || step === String(replayed.line);
    isShown ||= isStep;
    if (isStep) printText(replaySteps(replayed));
    if (isStep || (step === undefined && replayed.divergence !== undefined)) printText(replaySummary(replayed));
  }
  if (!isShown)
    throw new Failure(`line ${step} of ${path} is not a reconcile: --step alone prints all, with their lines`);
  if (trace.isCut) printError('the last line is incomplete, and left out\n');
  const { precedingCount } = trace.header;
  if (precedingCount > 0) {
    printError(
      `the trace begins after ${precedingCount} recorded reconciles: one that differs may depend on what the manager learned in them\n`,
    );
  }
  printText(`${count} reconciles replayed, ${differing === 0 ? 'each as recorded' : `${differing} not as recorded`}\n`);
  if (differing > 0) process.exitCode = 1;
}

function readTraceFile(path: string): Trace {
  try {
    return readTrace(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw new Failure(`can't replay ${path}: ${thrownText(cause)}`, { cause });
  }
}

function replaySummary({ line, recorded: { controller, resource }, requests, divergence }: ReplayedReconcile): string {
  const title = `line ${line}: ${controller} ${resource}`;
  if (divergence === undefined) return `${title}: as recorded, ${requests.length} requests\n`;
  const { place, recorded, replayed } = divergence;
  return `${title}: differs at ${place}\n  recorded: ${jsonOrNothing(recorded)}\n  replayed: ${jsonOrNothing(replayed)}\n`;
}

function replaySteps({ recorded, requests }: ReplayedReconcile): string {
  const lookups = new Set(recorded.reads.map(([lookup]) => `  read ${lookup}\n`));
  const sent = requests.map((request, index) => `  request ${index + 1} ${jsonOrNothing(request)}\n`);
  const outcome = `  outcome ${jsonOrNothing(recorded.outcome)}\n`;
  return [...lookups, ...sent, outcome].join('');
}

function jsonOrNothing(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}
