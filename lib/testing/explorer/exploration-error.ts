import { brandedError } from '../../error/index.ts';
import { formatSchedule, isWriteFault, type Schedule } from './fault.ts';
import type { OracleViolation, Property } from './oracle/oracle.ts';
import type { RunRecord } from './run.ts';

/** A violation that an exploration has found, and the schedule that repeats it. */
export interface ExplorationFinding extends OracleViolation {
  readonly oracle: Property;
  readonly run: RunRecord;
  /** The name of the applied custom resource. */
  readonly resource: string;
  /** The number of runs until then. */
  readonly runCount: number;
  readonly seed: number;
}

/**
 * Thrown if an operator doesn't have a property under some faults. The message has the property, the faults, the step, the differences and
 * the command that runs these faults again.
 *
 * @example
 * try {
 *   await explore(MemcachedOperator, { from: cache });
 * } catch (error) {
 *   if (ExplorationError.is(error)) console.error(error.oracle, error.schedule);
 *   throw error;
 * }
 */
export class ExplorationError extends brandedError('ExplorationError') {
  readonly code = 'exploration';
  /** The violated property. */
  readonly oracle: Property;
  /** The faults that lead to it, as few as possible, such as `conflict@3`. Empty if it takes none. */
  readonly schedule: string;
  /** The name of the step at whose end the property doesn't hold. */
  readonly step: string;
  /** One line for each difference or problem. */
  readonly details: readonly string[];

  constructor(finding: ExplorationFinding) {
    super(report(finding));
    this.oracle = finding.oracle;
    this.schedule = formatSchedule(finding.run.schedule);
    this.step = finding.step;
    this.details = finding.details;
  }
}

function report({ oracle, step, details, run, resource, runCount, seed }: ExplorationFinding): string {
  const { schedule, operator } = run;
  const replay = `${replayVariable}='${operator}/${resource}:${formatSchedule(schedule)}'${testCommand(process.argv)}`;
  return [
    `${operator} violates "${oracle}" after step "${step}":`,
    ...details.map((line) => `  ${line}`),
    ...(schedule.length === 0
      ? ['no fault is needed']
      : ['the faults:', ...schedule.map((fault) => `  ${faultTitle(fault, run)}`)]),
    'the writes of that step:',
    ...writesOf(run, step).map((title) => `  ${title}`),
    `run ${runCount} with seed ${seed}; to repeat this run alone:`,
    `  ${replay}`,
  ].join('\n');
}

/** Returns the command of a test that Node runs. Other runners have another command, which their processes don't know. */
function testCommand([, file = '', ...rest]: readonly string[]): string {
  return file === '' || file.includes('/node_modules/') ? '' : ` node ${[file, ...rest].join(' ')}`;
}

/** The environment variable that limits explorations to one schedule. */
export const replayVariable = 'OPERAND_EXPLORE';

function faultTitle({ name, at }: Schedule[number], { writes, events }: RunRecord): string {
  return isWriteFault({ name, at })
    ? `${name} at write ${at}: ${writes[at - 1]?.title ?? 'which was not sent'}`
    : `${name} at event ${at}: ${events[at - 1] ?? 'which did not arrive'}`;
}

function writesOf({ steps }: RunRecord, name: string): readonly string[] {
  const writes = steps.find((step) => step.name === name)?.writes ?? [];
  return writes.length === 0 ? ['none'] : writes;
}
