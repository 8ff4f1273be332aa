import { VersionRange } from '../../notation/version-range.ts';

/** An entry of a channel, with the fields that define updates. */
export interface GraphEntry {
  readonly name: string;
  /** The version; undefined if the catalog doesn't give it. */
  readonly version: string | undefined;
  readonly replaces: string | undefined;
  readonly skips: readonly string[];
  readonly skipRange: string | undefined;
}

/**
 * The update graph of a channel: from which release to which.
 *
 * Its newest release (the head) is the one that no other replaces or skips. Its chain follows `replaces` from there.
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

  /** The releases that no other replaces or skips: exactly one in a valid channel. */
  get heads(): readonly string[] {
    const replaced = new Set([...this.#entries.values()].flatMap(({ replaces, skips }) => [replaces, ...skips]));
    return [...this.#entries.keys()].filter((name) => !replaced.has(name));
  }

  /** The cycles of `replaces`, each with its first name repeated at the end. */
  get cycles(): readonly (readonly string[])[] {
    const seen = new Set<string>();
    return [...this.heads, ...this.#entries.keys()].flatMap((start) => this.#cyclesFrom(start, seen));
  }

  /** True if `replaces` leads from the only head to the end or to a skipped release, and not into a cycle. */
  get hasChain(): boolean {
    const [head] = this.heads;
    return head !== undefined && this.heads.length === 1 && this.#cyclesFrom(head, new Set()).length === 0;
  }

  /** The releases that `replaces` leads to from the only head. It ends before the first skipped release. */
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

  /** The releases that are neither in the chain nor skipped: opm rejects a catalog with one. */
  get stranded(): readonly string[] {
    const chain = this.chain;
    return [...this.#entries.keys()].filter((name) => !chain.includes(name) && !this.#skipped.has(name));
  }

  /** The skipped releases without an update into the chain: a cluster stays on such a release. */
  get stuck(): readonly string[] {
    const chain = this.chain.flatMap((name) => this.#entries.get(name) ?? []);
    return [...this.#entries.values()]
      .filter(({ name }) => this.#skipped.has(name))
      .filter((entry) => !chain.some((newer) => isUpdate(entry, newer)))
      .map(({ name }) => name);
  }

  /**
   * Returns the cycle that `replaces` leads into. Returns none if it ends or reaches a name in `seen`; adds its names
   * to `seen`.
   */
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

function isUpdate(from: GraphEntry, to: GraphEntry): boolean {
  if (to.replaces === from.name || to.skips.includes(from.name)) return true;
  return from.version !== undefined && VersionRange.parse(to.skipRange ?? '')?.includes(from.version) === true;
}
