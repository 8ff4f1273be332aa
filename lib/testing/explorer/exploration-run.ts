// In: schedules. Out: nothing, or the first violated property with the fewest faults. Called by explorations.

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fewestItems } from '../sampling/fewest.ts';
import { ExplorationError, type ExplorationViolation } from './exploration-error.ts';
import type { FaultSchedule } from './fault.ts';
import { runProperties } from './run-properties.ts';
import type { ExploredProperty } from './run-property.ts';
import { type ExploredOperator, type RunRecord, runSteps } from './step-run.ts';

/** Options of {@link ExplorationRuns}. */
export interface ExplorationRunsOptions {
  /** The name of the applied custom resource, for reports. */
  readonly resource: string;
  readonly seed: number;
  /** Properties that aren't checked. */
  readonly without: readonly ExploredProperty[];
  /** The directory for the traces of a run that violates a property. @default a new temporary one */
  readonly traces?: string | undefined;
}

/** A violation before its run is recorded. */
type Finding = Omit<ExplorationViolation, 'traces'>;

/** The runs of one exploration, all compared with the one without faults. */
export class ExplorationRuns {
  readonly #subject: ExploredOperator;
  readonly #options: ExplorationRunsOptions;
  readonly baseline: RunRecord;
  #runCount = 1;

  /** Runs the steps without faults. @throws ExplorationError if that run violates a property. */
  static async start(subject: ExploredOperator, options: ExplorationRunsOptions): Promise<ExplorationRuns> {
    const runs = new ExplorationRuns(subject, options, await runSteps(subject, []));
    await runs.#assertValid(runs.baseline);
    return runs;
  }

  private constructor(subject: ExploredOperator, options: ExplorationRunsOptions, baseline: RunRecord) {
    this.#subject = subject;
    this.#options = options;
    this.baseline = baseline;
  }

  /** The number of runs so far. */
  get runCount(): number {
    return this.#runCount;
  }

  /** Runs the steps with faults. @throws ExplorationError with as few of the faults as violate the same property. */
  async check(schedule: FaultSchedule): Promise<RunRecord> {
    const record = await this.#run(schedule);
    const found = this.#violation(record);
    if (found === undefined) return record;
    const fewest = await fewestItems({ items: schedule, failure: found }, async (faults) => {
      const fewer = this.#violation(await this.#run(faults));
      return fewer?.property === found.property ? fewer : undefined;
    });
    throw await this.#error(fewest.failure);
  }

  /** Runs steps without faults after which an operator has nothing to do. The first step is the exception. */
  async checkIdle(steps: ExploredOperator['steps']): Promise<void> {
    if (this.#options.without.includes('no write for outside events')) return;
    this.#runCount += 1;
    const subject = { ...this.#subject, steps };
    const record = await runSteps(subject, []);
    const busy = record.steps.slice(1).find(({ writes }) => writes.length > 0);
    if (record.failure !== undefined) await this.#assertValid(record, subject);
    if (busy === undefined) return;
    const violation = { property: 'no write for outside events', step: busy.name, details: busy.writes } as const;
    throw await this.#error(this.#finding(record, violation), subject);
  }

  async #run(schedule: FaultSchedule): Promise<RunRecord> {
    this.#runCount += 1;
    return await runSteps(this.#subject, schedule);
  }

  async #assertValid(record: RunRecord, subject = this.#subject): Promise<void> {
    const found = this.#violation(record);
    if (found !== undefined) throw await this.#error(found, subject);
  }

  /** Runs the steps once more, recorded: runs are the same each time, and traces of all runs would cost much. */
  async #error(finding: Finding, subject = this.#subject): Promise<ExplorationError> {
    const traces = this.#options.traces ?? mkdtempSync(join(tmpdir(), 'operand-exploration-'));
    await runSteps(subject, finding.run.schedule, traces);
    return new ExplorationError({ ...finding, traces });
  }

  #violation(record: RunRecord): Finding | undefined {
    for (const { name, violation } of runProperties) {
      if (this.#options.without.includes(name)) continue;
      const found = violation(record, this.baseline);
      if (found !== undefined) return this.#finding(record, { property: name, ...found });
    }
    return undefined;
  }

  #finding(record: RunRecord, violation: Pick<Finding, 'details' | 'property' | 'step'>): Finding {
    const { resource, seed } = this.#options;
    return { ...violation, run: record, resource, runCount: this.#runCount, seed };
  }
}
