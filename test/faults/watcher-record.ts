import type { ProxiedExchange } from '../proxy/proxied-exchange.ts';
import type { PlannedFault, PlannedRequest } from './fault-plan.ts';

/** The number of faults of a watcher that are kept, for the message of a failure. */
const rememberedCount = 15;

/** A network's record of one watcher. */
export class WatcherRecord {
  readonly #log: string[] = [];
  #requestCount = 0;
  /** The server has forgotten the history: only a list helps. */
  #isExpired = false;

  get requestCount(): number {
    return this.#requestCount;
  }

  /** Describes the last faults of the watcher. */
  get log(): string {
    return this.#log.join('\n  ');
  }

  /** Counts a request. */
  requested(): void {
    this.#requestCount += 1;
  }

  /** Returns true if the server ca response only a list, and the request is another. */
  hasExpired(type: PlannedRequest['type']): boolean {
    if (type !== 'stream') this.#isExpired = false;
    return this.#isExpired;
  }

  /** Records a fault of the current request. */
  happened({ name, afterLines }: PlannedFault, exchange: ProxiedExchange): void {
    if (name === '410' || name === '410 in stream') this.#isExpired = true;
    this.remember(exchange, `${name}${exchange.isWatch ? `, after ${afterLines} lines if in the stream` : ''}`);
  }

  remember({ target }: ProxiedExchange, event: string): void {
    this.#log.push(`#${this.#requestCount} ${target} → ${event}`);
    if (this.#log.length > rememberedCount) this.#log.shift();
  }
}
