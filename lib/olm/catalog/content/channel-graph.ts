// In: the entries of a channel, whoever has written them. Out: where updates lead in it.
// Called to judge each channel of a catalog.

import { VersionRange } from '../../notation/version-range.ts';

/** An entry of a channel, as far as updates go. */
export interface GraphEntry {
  readonly name: string;
  /** Undefined if the catalog doesn't say. */
  readonly version: string | undefined;
  readonly replaces: string | undefined;
  readonly skips: readonly string[];
  readonly skipRange: string | undefined;
}

/**
 * The updates of a channel: from which release to which.
 *
 * Its newest release is the one that no other replaces or skips, its chain leads from there along what each one replaces.
 *
 * @see https://olm.operatorframework.io/docs/concepts/olm-architecture/operator-catalog/creating-an-update-graph/
 */
export class ChannelGraph {
  readonly #entries: ReadonlyMap<string, GraphEntry>;
  readonly #skipped: ReadonlySet<string>;

  constructor(entries: readonly GraphEntry[]) {
    this.#entries = new Map(entries.map((entry) => [entry.name, entry]));
    this.#skipped = new Set(entries.flatMap(({ skips }) => skips));
  }

  /** The releases that nothing replaces or skips: one, if the channel is sound. */
  get heads(): readonly string[] {
    const followed = new Set([...this.#entries.values()].flatMap(({ replaces, skips }) => [replaces, ...skips]));
    return [...this.#entries.keys()].filter((name) => !followed.has(name));
  }

  /** The circles in which replacing comes back to where it was, each with its first name again at the end. */
  get cycles(): readonly (readonly string[])[] {
    const seen = new Set<string>();
    return [...this.heads, ...this.#entries.keys()].flatMap((start) => this.#cyclesFrom(start, seen));
  }

  /** Whether replacing leads from the only head to the end, or to what is skipped, and not into a circle. */
  get hasChain(): boolean {
    const [head] = this.heads;
    return head !== undefined && this.heads.length === 1 && this.#cyclesFrom(head, new Set()).length === 0;
  }

  /** The releases that replacing leads to from the only head, up to the first that is skipped, which is not among them. */
  get chain(): readonly string[] {
    const [head] = this.heads;
    const chain: string[] = [];
    for (let current = head; current !== undefined && this.#entries.has(current); ) {
      if (chain.includes(current) || this.#skipped.has(current)) break;
      chain.push(current);
      current = this.#entries.get(current)?.replaces;
    }
    return chain;
  }

  /** The releases that are neither in the chain nor skipped: no catalog is served with any. */
  get stranded(): readonly string[] {
    const chain = this.chain;
    return [...this.#entries.keys()].filter((name) => !chain.includes(name) && !this.#skipped.has(name));
  }

  /** The skipped releases from which no update leads into the chain: whoever has one of them keeps it. */
  get stuck(): readonly string[] {
    const chain = this.chain.flatMap((name) => this.#entries.get(name) ?? []);
    return [...this.#entries.values()]
      .filter(({ name }) => this.#skipped.has(name))
      .filter((entry) => !chain.some((newer) => isUpdate(entry, newer)))
      .map(({ name }) => name);
  }

  /** The circle that replacing leads into; none if it doesn't, or comes to what has been seen, to which it adds. */
  #cyclesFrom(start: string, seen: Set<string>): readonly (readonly string[])[] {
    const path: string[] = [];
    let current: string | undefined = start;
    for (; current !== undefined && !seen.has(current); current = this.#entries.get(current)?.replaces) {
      seen.add(current);
      path.push(current);
    }
    if (current === undefined || !path.includes(current)) return [];
    return [[...path.slice(path.indexOf(current)), current]];
  }
}

/** Whether whoever has one release is updated to the other. */
function isUpdate(from: GraphEntry, to: GraphEntry): boolean {
  if (to.replaces === from.name || to.skips.includes(from.name)) return true;
  return from.version !== undefined && VersionRange.parse(to.skipRange ?? '')?.includes(from.version) === true;
}
