// In: the record of one reconcile. Out: the ports of a second run, which answer as the record says, and the first
// difference between the two runs. Called by a replay.

import { isJsonObject } from '../../api/index.ts';
import { type Clock, systemClock } from '../../clock/index.ts';
import { brandedError } from '../../error/index.ts';
import {
  type ReconcileCache,
  type RecordedRead,
  type RecordedReconcile,
  type RequestHandler,
  type RequestJson,
  replayedError,
  SecretRedaction,
  type TracedLookup,
} from '../reconcile/index.ts';

/** The first difference between a recorded reconcile and its replay. */
export interface Divergence {
  /** `request 2: body.data.content`; a lookup, or the outcome. */
  readonly place: string;
  /** The value of the recorded reconcile; undefined if it has none there. */
  readonly recorded: unknown;
  /** The value of the replay; undefined if it has none there. */
  readonly replayed: unknown;
}

/** A replay that has read or requested something else than the recorded reconcile can't continue. */
class DivergedError extends brandedError('DivergedError') {
  readonly code = 'diverged';
}

/** The run of one recorded reconcile. */
export class ReplayedRun {
  /** The requests of this run. */
  readonly requests: RequestJson[] = [];
  readonly clock: Clock;
  #divergence: Divergence | undefined;
  readonly #recorded: RecordedReconcile;
  /** TracedLookup → its answers that are left; the last one stays. */
  readonly #reads = new Map<string, RecordedRead[]>();
  readonly #due = new Set<() => void>();
  readonly #unanswered: ((reason: Error) => void)[] = [];

  constructor(recorded: RecordedReconcile) {
    this.#recorded = recorded;
    for (const [lookup, answer] of recorded.reads.toReversed()) {
      this.#reads.set(lookup, [...(this.#reads.get(lookup) ?? []), answer]);
    }
    const [wall, monotonic] = [clockReadings(recorded.wallMs), clockReadings(recorded.monotonicMs)];
    let timerCount = 0;
    this.clock = {
      now: wall,
      monotonic,
      random: () => 0.5,
      sleep: async (_ms, signal) => signal?.throwIfAborted(),
      timer: (_ms, callback) => {
        if (!recorded.expiredTimers.includes(timerCount++)) return { cancel: () => {} };
        this.#due.add(callback);
        this.#expireTimers();
        return { cancel: () => void this.#due.delete(callback) };
      },
    };
  }

  get divergence(): Divergence | undefined {
    return this.#divergence;
  }

  /** Returns the recorded answer of a cache. */
  readonly read: TracedLookup = <Answer>(lookup: string, _: (cache: ReconcileCache) => Answer) =>
    this.#recordedAnswer(lookup) as Answer;

  #recordedAnswer(lookup: string): unknown {
    const answers = this.#reads.get(lookup) ?? [];
    const answer = answers.length > 1 ? answers.pop() : answers[0];
    if (answer === undefined)
      throw this.#divergedError({ place: `lookup ${lookup}`, recorded: undefined, replayed: lookup });
    if ('object' in answer) return this.#recorded.objects[answer.object];
    return 'objects' in answer ? answer.objects.map((number) => this.#recorded.objects[number]) : answer.value;
  }

  /** Answers a request as the API server did. */
  readonly handle: RequestHandler = async <Answer>(sent: RequestJson) => {
    const index = this.requests.length;
    const request = asPlainJson(new SecretRedaction(sent).of(sent));
    this.requests.push(request);
    const recorded = this.#recorded.requests[index];
    this.#compareWithRecord(`request ${index + 1}`, recorded?.request, request);
    this.#expireTimers();
    // A trace has the responses of the API server: here they get the type of the request's.
    if (recorded?.answer === undefined) return await new Promise<Answer>((_, reject) => this.#unanswered.push(reject));
    if ('error' in recorded.answer) throw replayedError(recorded.answer.error);
    return recorded.answer.value as Answer;
  };

  /** Compares the end of the run with the record. */
  end(outcome: RecordedReconcile['outcome']): void {
    if (this.#divergence !== undefined) return;
    const missing = this.#recorded.requests[this.requests.length];
    try {
      if (missing !== undefined)
        this.#compareWithRecord(`request ${this.requests.length + 1}`, missing.request, undefined);
      this.#compareWithRecord('outcome', this.#recorded.outcome, asPlainJson(outcome));
    } catch (error) {
      if (!DivergedError.is(error)) throw error;
    }
  }

  #compareWithRecord(place: string, recorded: unknown, replayed: unknown): void {
    const found = firstDifference(recorded, replayed, []);
    if (found === undefined) return;
    const { path, ...values } = found;
    throw this.#divergedError({ place: path.length === 0 ? place : `${place}: ${path.join('.')}`, ...values });
  }

  #divergedError(divergence: Divergence): DivergedError {
    this.#divergence ??= divergence;
    return new DivergedError(`the replay differs from the record at ${divergence.place}`);
  }

  /** Lets timers run out once the run has sent all requests that the recorded one sent before. */
  #expireTimers(): void {
    void systemClock.sleep(0).then(() => {
      if (this.requests.length < this.#recorded.requests.length) return;
      for (const callback of this.#due) callback();
      this.#due.clear();
      if (this.#recorded.expiredTimers.length === 0) return;
      for (const reject of this.#unanswered.splice(0)) reject(new Error('the time of the reconcile is over'));
    });
  }
}

/** Returns a function that returns one number after the other; the last one again and again. */
function clockReadings(values: readonly number[]): () => number {
  let next = 0;
  return () => values[Math.min(next++, values.length - 1)] ?? 0;
}

/** The value as JSON has it. */
function asPlainJson<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}

interface Found {
  readonly path: readonly string[];
  readonly recorded: unknown;
  readonly replayed: unknown;
}

/** The order of fields counts: a replay writes the same bytes. */
function firstDifference(recorded: unknown, replayed: unknown, path: readonly string[]): Found | undefined {
  if (JSON.stringify(recorded) === JSON.stringify(replayed)) return undefined;
  const [fields, others] = [namedFields(recorded), namedFields(replayed)];
  if (fields === undefined || others === undefined) return { path, recorded, replayed };
  for (const name of new Set([...Object.keys(fields), ...Object.keys(others)])) {
    const found = firstDifference(fields[name], others[name], [...path, name]);
    if (found !== undefined) return found;
  }
  return { path, recorded: Object.keys(fields), replayed: Object.keys(others) };
}

function namedFields(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (Array.isArray(value)) return Object.fromEntries(value.entries());
  return isJsonObject(value) ? value : undefined;
}
