import type { Kind, ObjectAddress, ObjectKey } from '../../api/index.ts';
import { Backoff, type Clock, SpacedAttempts } from '../../clock/index.ts';
import { LatestState } from './latest-state.ts';

/**
 * The delays before retries of certificate writes. The first is short, so that a conflict delays nothing. Retries come at
 * least twice a minute, since webhook calls may fail until a write succeeds.
 */
export const writeBackoff = new Backoff({ baseMs: 500, maxMs: 30_000 });

/**
 * The time without a write after which the next one counts as the first. If another client, such as a GitOps tool, reverts
 * each write at once, the delays grow.
 */
const calmMs = 60_000;

/** An object that names the trusted authorities for API servers, and its recent writes. */
export class RegisteredTarget implements ObjectAddress {
  readonly kind: Kind;
  readonly key: ObjectKey;
  readonly latest = new LatestState();
  readonly writes: SpacedAttempts;
  #content = '';
  #repetitions = 0;

  constructor({ kind, key }: ObjectAddress, clock: Clock) {
    this.kind = kind;
    this.key = key;
    this.writes = new SpacedAttempts(clock, writeBackoff, calmMs);
  }

  /** Records a write that the API server has accepted. @returns the number of writes in a row with the same content. */
  recordWrite(content: string): number {
    this.#repetitions = this.writes.count > 1 && content === this.#content ? this.#repetitions + 1 : 1;
    this.#content = content;
    return this.#repetitions;
  }
}
