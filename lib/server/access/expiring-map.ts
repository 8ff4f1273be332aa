import type { Clock } from '../../clock/index.ts';

/** A map of bounded size whose values expire. If it is full, the oldest entry is removed. */
export class ExpiringMap<Value> {
  readonly #most: number;
  readonly #clock: Clock;
  readonly #values = new Map<string, { readonly value: Value; readonly untilMs: number }>();

  constructor(most: number, clock: Clock) {
    this.#most = most;
    this.#clock = clock;
  }

  /** Returns the value of a key, until it expires. */
  get(key: string): Value | undefined {
    const kept = this.#values.get(key);
    return kept !== undefined && this.#clock.monotonic() < kept.untilMs ? kept.value : undefined;
  }

  /** @param untilMs - by the monotonic clock. */
  set(key: string, value: Value, untilMs: number): void {
    this.#values.delete(key);
    const [oldest] = this.#values.keys();
    if (oldest !== undefined && this.#values.size >= this.#most) this.#values.delete(oldest);
    this.#values.set(key, { value, untilMs });
  }

  delete(key: string): void {
    this.#values.delete(key);
  }
}
