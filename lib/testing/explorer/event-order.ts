// In: the events of a baseline. Out: other orders of those that arrive at one time, and, in a run, the delays that lead to such an order.
// Called for the schedules of an exploration, and by fault injectors.

import type { Chance } from '../sampling/chance.ts';

/** An event at which a fault can be injected. */
export interface EventPoint {
  readonly title: string;
  /** The time at which it arrives, on the monotonic clock. */
  readonly atMs: number;
  /** The number of its watch. */
  readonly watch: number;
  /** The number of writes before it. */
  readonly writeCount: number;
  /** The version of the object in it. */
  readonly version: number;
}

/** An order of events: the number of the first one, and a watch for each place, numbered in the order of their first events. */
export interface EventOrder {
  readonly at: number;
  readonly watches: readonly number[];
}

/** The longest series of events whose order is changed. */
const longestSeries = 12;

/**
 * Returns orders of concurrent events, other than that of the baseline: of events that arrive at one time, without a write of a manager
 * between them. Events of one watch keep their order, as API servers guarantee.
 *
 * @param limit - the largest number of orders for each series of concurrent events; if there are more, chance chooses.
 */
export function eventOrders(events: readonly EventPoint[], limit: number, chance: Chance): readonly EventOrder[] {
  return concurrentSeries(events).flatMap(({ at, watches }) =>
    chance.some(otherOrders(watches, limit, chance), limit).map((order) => ({ at, watches: order })),
  );
}

/** Gives each event of a series the time of its place in an order. */
export class EventReordering {
  readonly #startMs: number;
  readonly #order: readonly number[];
  /** Watch → its number in the order. */
  readonly #numbers = new Map<number, number>();
  /** Number of a watch → its events so far. */
  readonly #counts = new Map<number, number>();

  /** @param startMs - the time of the first event. */
  constructor(startMs: number, order: readonly number[]) {
    this.#startMs = startMs;
    this.#order = order;
  }

  /** Returns the delay of an event that arrives now. Those that aren't in the order arrive after all others. */
  delayMs(watch: number, nowMs: number): number {
    const endMs = this.#startMs + this.#order.length;
    if (nowMs > endMs) return 0;
    const number = this.#numbers.get(watch) ?? this.#numbers.size + 1;
    this.#numbers.set(watch, number);
    const count = this.#counts.get(number) ?? 0;
    this.#counts.set(number, count + 1);
    const places = [...this.#order.keys()].filter((place) => this.#order[place] === number);
    const place = places[count] ?? this.#order.length;
    return Math.max(0, this.#startMs + place - nowMs);
  }
}

function concurrentSeries(events: readonly EventPoint[]): readonly EventOrder[] {
  const series: { at: number; points: EventPoint[] }[] = [];
  for (const [index, point] of events.entries()) {
    const last = series.at(-1);
    const first = last?.points[0];
    const isConcurrent = first?.atMs === point.atMs && first.writeCount === point.writeCount;
    if (last !== undefined && isConcurrent && last.points.length < longestSeries) last.points.push(point);
    else series.push({ at: index + 1, points: [point] });
  }
  return series.map(({ at, points }) => {
    const known = [...new Set(points.map(({ watch }) => watch))];
    return { at, watches: points.map(({ watch }) => known.indexOf(watch) + 1) };
  });
}

/** Returns all other orders if there are no more than some, and otherwise as many random ones. */
function otherOrders(watches: readonly number[], limit: number, chance: Chance): readonly (readonly number[])[] {
  const own = watches.join();
  const all = ordersOf(
    [...watches].sort((one, other) => one - other),
    limit + 2,
  ).filter((order) => order.join() !== own);
  if (all.length <= limit) return all;
  const found = new Map<string, readonly number[]>();
  for (let attempt = 0; attempt < 4 * limit && found.size < limit; attempt += 1) {
    const order = chance.shuffled(watches);
    if (order.join() !== own) found.set(order.join(), order);
  }
  return [...found.values()];
}

/** Returns the distinct orders of sorted numbers, `limit` of them at most. */
function ordersOf(numbers: readonly number[], limit: number): readonly (readonly number[])[] {
  if (numbers.length === 0) return [[]];
  const orders: (readonly number[])[] = [];
  for (const [index, first] of numbers.entries()) {
    if (orders.length >= limit || numbers[index - 1] === first) continue;
    for (const rest of ordersOf(numbers.toSpliced(index, 1), limit - orders.length)) orders.push([first, ...rest]);
  }
  return orders;
}
