// In: schedules. Out: nothing, or the first violated property with the fewest faults. Called by explorations.

import { ExplorationError, type ExplorationFinding } from './exploration-error.ts';
import type { Schedule } from './fault.ts';
import type { Property } from './oracle/oracle.ts';
import { oracles } from './oracle/oracles.ts';
import { type ExploredOperator, type RunRecord, run } from './run.ts';

/** Options of {@link ExplorationRuns}. */
export interface ExplorationRunsOptions {
  /** The name of the applied custom resource, for reports. */
  readonly resource: string;
  readonly seed: number;
  /** Properties that aren't checked. */
  readonly without: readonly Property[];
}

/** The runs of one exploration, all compared with the one without faults. */
export class ExplorationRuns {
  readonly #subject: ExploredOperator;
  readonly #options: ExplorationRunsOptions;
  readonly calm: RunRecord;
  #runCount = 1;

  /** Runs the steps without faults. @throws ExplorationError if that run violates a property. */
  static async start(subject: ExploredOperator, options: ExplorationRunsOptions): Promise<ExplorationRuns> {
    const runs = new ExplorationRuns(subject, options, await run(subject, []));
    runs.#assertValid(runs.calm);
    return runs;
  }

  private constructor(subject: ExploredOperator, options: ExplorationRunsOptions, calm: RunRecord) {
    this.#subject = subject;
    this.#options = options;
    this.calm = calm;
  }

  /** The number of runs so far. */
  get runCount(): number {
    return this.#runCount;
  }

  /** Runs the steps with faults. @throws ExplorationError with as few of the faults as violate the same property. */
  async check(schedule: Schedule): Promise<void> {
    const found = this.#violation(await this.#run(schedule));
    if (found !== undefined) throw new ExplorationError(await this.#smallest(found));
  }

  /** Runs steps without faults after which an operator has nothing to do. The first step is the exception. */
  async checkIdle(steps: ExploredOperator['steps']): Promise<void> {
    if (this.#options.without.includes('no write for outside events')) return;
    this.#runCount += 1;
    const record = await run({ ...this.#subject, steps }, []);
    const busy = record.steps.slice(1).find(({ writes }) => writes.length > 0);
    if (record.failure !== undefined) this.#assertValid(record);
    if (busy === undefined) return;
    const violation = { oracle: 'no write for outside events', step: busy.name, details: busy.writes } as const;
    throw new ExplorationError(this.#finding(record, violation));
  }

  async #run(schedule: Schedule): Promise<RunRecord> {
    this.#runCount += 1;
    return await run(this.#subject, schedule);
  }

  /** Leaves out one fault after the other while the same property is violated. */
  async #smallest(found: ExplorationFinding): Promise<ExplorationFinding> {
    const { schedule } = found.run;
    if (schedule.length < 2) return found;
    for (const fault of schedule) {
      const fewer = this.#violation(await this.#run(schedule.filter((each) => each !== fault)));
      if (fewer?.oracle === found.oracle) return await this.#smallest(fewer);
    }
    return found;
  }

  #assertValid(record: RunRecord): void {
    const found = this.#violation(record);
    if (found !== undefined) throw new ExplorationError(found);
  }

  #violation(record: RunRecord): ExplorationFinding | undefined {
    for (const { name, violation } of oracles) {
      if (this.#options.without.includes(name)) continue;
      const found = violation(record, this.calm);
      if (found !== undefined) return this.#finding(record, { oracle: name, ...found });
    }
    return undefined;
  }

  #finding(record: RunRecord, violation: Pick<ExplorationFinding, 'details' | 'oracle' | 'step'>): ExplorationFinding {
    const { resource, seed } = this.#options;
    return { ...violation, run: record, resource, runCount: this.#runCount, seed };
  }
}
