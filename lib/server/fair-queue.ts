/** A waiting member whose turn it is. */
export interface Turn<Member> {
  readonly member: Member;
  /** Adds to the time that it has used. */
  charge(ms: number): void;
  /** Removes it from the waiting members; its used time is remembered. */
  leave(): void;
}

interface Place<Member> {
  readonly member: Member;
  /** The virtual time at which its next turn begins. */
  atMs: number;
  /** The time that it used in its last turn. */
  lastMs: number;
  isWaiting: boolean;
}

/** Above this number of members, those that don't wait are forgotten. */
const mostMembers = 200;

/**
 * Chooses the next one of the waiting members so that all get the same time. The length of a turn is known only at its end:
 * the next is the one that has used the least. A new member has no claim to the time that others used before.
 *
 * @see https://doi.org/10.1109/90.649569, start-time fair queueing
 */
export class FairQueue<Member> {
  readonly #places = new Map<string, Place<Member>>();
  #nowMs = 0;

  /** Returns the member of a name, which waits from now on. `create` makes a member that isn't remembered. */
  addWaiting(name: string, create: () => Member): Member {
    const place = this.#places.get(name) ?? { member: create(), atMs: this.#nowMs, lastMs: 0, isWaiting: true };
    if (!place.isWaiting) place.atMs = Math.max(place.atMs, this.#nowMs);
    place.isWaiting = true;
    this.#places.set(name, place);
    return place.member;
  }

  /**
   * Returns the turn of the next member that `isEligible` accepts; undefined if none of them waits.
   *
   * @param isEligible - gets a waiting member, and the time that it used in its last turn.
   * @default all
   */
  nextTurn(isEligible: (member: Member, lastMs: number) => boolean = () => true): Turn<Member> | undefined {
    let first: Place<Member> | undefined;
    for (const place of this.#places.values()) {
      const isBefore = place.isWaiting && (first === undefined || place.atMs < first.atMs);
      if (isBefore && isEligible(place.member, place.lastMs)) first = place;
    }
    if (first === undefined) return undefined;
    const place = first;
    this.#nowMs = place.atMs;
    return {
      member: place.member,
      charge(ms) {
        place.atMs += ms;
        place.lastMs = ms;
      },
      leave: () => {
        place.isWaiting = false;
        if (this.#places.size > mostMembers) this.#removeIdlePlaces();
      },
    };
  }

  #removeIdlePlaces(): void {
    for (const [name, { isWaiting }] of this.#places) if (!isWaiting) this.#places.delete(name);
  }
}
