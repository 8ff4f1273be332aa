import type { ProxiedExchange } from '../proxy/proxied-exchange.ts';
import type { PlannedFault, PlannedRequest } from './fault-plan.ts';

/** How many of the last faults of a watcher are kept, to be shown with a failure. */
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

  /** The last events of the watcher, as text. */
  get log(): string {
    return this.#log.join('\n  ');
  }

  /** Another request has come. */
  requested(): void {
    this.#requestCount += 1;
  }

  /** Returns true if the server can answer only a list any more, and the request is another. */
  hasExpired(type: PlannedRequest['type']): boolean {
    if (type !== 'stream') this.#isExpired = false;
    return this.#isExpired;
  }

  /** A fault has happened to the present request. */
  happened({ name, afterLines }: PlannedFault, exchange: ProxiedExchange): void {
    if (name === '410' || name === '410 in stream') this.#isExpired = true;
    this.remember(exchange, `${name}${exchange.isWatch ? `, after ${afterLines} lines if in the stream` : ''}`);
  }

  remember({ target }: ProxiedExchange, event: string): void {
    this.#log.push(`#${this.#requestCount} ${target} → ${event}`);
    if (this.#log.length > rememberedCount) this.#log.shift();
  }
}
