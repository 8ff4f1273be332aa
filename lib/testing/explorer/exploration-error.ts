import { join } from 'node:path';
import { brandedError } from '../../error/index.ts';
import { caseCommand } from '../sampling/replayed-case.ts';
import { type Fault, formatFault, formatSchedule, isWriteFault } from './fault.ts';
import type { ExploredProperty, RunViolation } from './run-property.ts';
import type { RunRecord } from './step-run.ts';

/** A violation that an exploration has found, and the schedule that repeats it. */
export interface ExplorationViolation extends RunViolation {
  readonly property: ExploredProperty;
  readonly run: RunRecord;
  /** The name of the applied custom resource. */
  readonly resource: string;
  /** The number of runs until then. */
  readonly runCount: number;
  readonly seed: number;
  /** The directory with the traces of the run's managers. */
  readonly traces: string;
}

/**
 * Thrown if an operator doesn't have a property under some faults. The message has the property, the faults, the step, the differences and
 * the command that runs these faults again.
 *
 * @example
 * try {
 *   await explore(MemcachedOperator, { from: cache });
 * } catch (error) {
 *   if (ExplorationError.is(error)) console.error(error.property, error.schedule);
 *   throw error;
 * }
 */
export class ExplorationError extends brandedError('ExplorationError') {
  readonly code = 'exploration';
  /** The violated property. */
  readonly property: ExploredProperty;
  /** The faults that lead to it, as few as possible, such as `conflict@3`. Empty if it takes none. */
  readonly schedule: string;
  /** The name of the step at whose end the property doesn't hold. */
  readonly step: string;
  /** One line for each difference or problem. */
  readonly details: readonly string[];
  /** The directory with the traces of the managers in that run, such as `manager-1.jsonl`, for `operand replay`. */
  readonly traces: string;

  constructor(finding: ExplorationViolation) {
    super(report(finding));
    this.property = finding.property;
    this.schedule = formatSchedule(finding.run.schedule);
    this.step = finding.step;
    this.details = finding.details;
    this.traces = finding.traces;
  }
}

function report({ property, step, details, run, resource, runCount, seed, traces }: ExplorationViolation): string {
  const { schedule, operator } = run;
  const replay = caseCommand(replayVariable, { operator, resource }, formatSchedule(schedule));
  return [
    `${operator} violates "${property}" after step "${step}":`,
    ...details.map((line) => `  ${line}`),
    ...(schedule.length === 0
      ? ['no fault is needed']
      : ['the faults:', ...schedule.map((fault) => `  ${faultTitle(fault, run)}`)]),
    'the writes of that step:',
    ...writesOf(run, step).map((title) => `  ${title}`),
    `run ${runCount} with seed ${seed}; to repeat this run alone:`,
    `  ${replay}`,
    'to step through the reconciles of its first manager, with the module that exports your app:',
    `  operand replay ${join(traces, 'manager-1.jsonl')} --app app.ts --step`,
  ].join('\n');
}

/** The environment variable that limits explorations to one schedule. */
export const replayVariable = 'OPERAND_EXPLORE';

function faultTitle(fault: Fault, { writes, events }: RunRecord): string {
  const { at } = fault;
  return isWriteFault(fault)
    ? `${formatFault(fault)}: ${writes[at - 1]?.title ?? 'a write that was not sent'}`
    : `${formatFault(fault)}: ${events[at - 1]?.title ?? 'an event that did not arrive'}`;
}

function writesOf({ steps }: RunRecord, name: string): readonly string[] {
  const writes = steps.find((step) => step.name === name)?.writes ?? [];
  return writes.length === 0 ? ['none'] : writes;
}
