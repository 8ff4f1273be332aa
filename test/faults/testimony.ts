// In: what a watcher tells, and the witness of what really happens. Out: the first thing in which the two disagree.
// Called by `Follower` between its watcher and its store.

import type { StoredObject } from '../../lib/api/index.ts';
import { disagreeUnless } from './disagreement.ts';
import { digestOf } from './followed-selection.ts';
import type { Witness, WitnessedEvent } from './witness.ts';

/** What a watcher tells. */
export type Told =
  | { readonly type: 'list'; readonly version: number; readonly digests: ReadonlyMap<string, string> }
  | {
      readonly type: 'event';
      readonly version: number;
      readonly uid: string;
      readonly isDeleted: boolean;
      readonly digest: string;
    }
  | { readonly type: 'progress'; readonly version: number };

/**
 * Everything that one watcher has told, held against what happened: after each list, every event, in order and once.
 * What a new list may hide are events from before it; the list itself must show the very state of its version.
 */
export class Testimony {
  readonly #witness: Witness;
  /** What the witness hasn't confirmed yet. */
  readonly #told: Told[] = [];
  /** uid → digest, as it was when everything confirmed had happened. */
  readonly #truth: Map<string, string>;
  #confirmedCount = 0;
  #confirmedVersion = 0;
  #version = 0;
  #listCount = 0;
  #eventCount = 0;

  constructor(witness: Witness) {
    this.#witness = witness;
    this.#truth = new Map(witness.initial);
  }

  /** The last version told of. */
  get version(): number {
    return this.#version;
  }

  get listCount(): number {
    return this.#listCount;
  }

  get eventCount(): number {
    return this.#eventCount;
  }

  /** How many events of the witness have been confirmed, or hidden by a list. */
  get confirmedCount(): number {
    return this.#confirmedCount;
  }

  /** How much of what was told the witness hasn't confirmed yet. */
  get unconfirmedCount(): number {
    return this.#told.length;
  }

  /** Takes down what a watcher tells. @throws Disagreement if time goes backwards in it. */
  add(told: Told): void {
    // What happened has a version of its own; a list or a bookmark may tell the same as before.
    const isInOrder = told.type === 'event' ? told.version > this.#version : told.version >= this.#version;
    disagreeUnless(isInOrder, `told of version ${told.version} (${told.type}) after ${this.#version}`);
    this.#told.push(told);
    this.#version = told.version;
    if (told.type === 'event') this.#eventCount += 1;
    if (told.type === 'list') this.#listCount += 1;
  }

  /** Confirms what was told as far as the witness has come. @throws Disagreement */
  confirm(): void {
    let told = this.#told[0];
    while (told !== undefined && told.version <= this.#witness.version) {
      this.#confirm(told);
      this.#told.shift();
      told = this.#told[0];
    }
  }

  #confirm(told: Told): void {
    switch (told.type) {
      case 'list':
        for (let next = this.#next(told.version); next !== undefined; next = this.#next(told.version))
          this.#advance(next);
        this.#confirmList(told.digests, told.version);
        break;
      case 'event': {
        const next = this.#witness.event(this.#confirmedCount);
        const isSame =
          next?.version === told.version &&
          next.uid === told.uid &&
          next.isDeleted === told.isDeleted &&
          next.digest === told.digest;
        disagreeUnless(
          isSame,
          `told ${JSON.stringify(told)} after version ${this.#confirmedVersion}, but what happened next is ${JSON.stringify(next)}`,
        );
        if (next !== undefined) this.#advance(next);
        break;
      }
      case 'progress': {
        const missed = this.#next(told.version);
        disagreeUnless(missed === undefined, `told of progress to ${told.version} without ${JSON.stringify(missed)}`);
        break;
      }
    }
    this.#confirmedVersion = told.version;
  }

  /** The next event if it is part of what was up to `version`. */
  #next(version: number): WitnessedEvent | undefined {
    const next = this.#witness.event(this.#confirmedCount);
    return next !== undefined && next.version <= version ? next : undefined;
  }

  #advance({ uid, isDeleted, digest }: WitnessedEvent): void {
    this.#confirmedCount += 1;
    if (isDeleted) this.#truth.delete(uid);
    else this.#truth.set(uid, digest);
  }

  #confirmList(digests: ReadonlyMap<string, string>, version: number): void {
    for (const [uid, digest] of this.#truth) {
      disagreeUnless(
        digests.get(uid) === digest,
        `the list of version ${version} lacks the state of ${uid} at that time`,
      );
    }
    for (const uid of digests.keys()) {
      disagreeUnless(
        this.#truth.has(uid),
        `the list of version ${version} has ${uid}, which wasn't there at that time`,
      );
    }
  }
}

/** An event, as it was told. */
export function toldEvent(object: StoredObject, isDeleted: boolean): Told {
  const { uid, resourceVersion } = object.metadata;
  return { type: 'event', version: Number(resourceVersion), uid, isDeleted, digest: digestOf(object) };
}

/** A whole list, as it was told. */
export function toldList(objects: readonly StoredObject[], resourceVersion: string): Told {
  const digests = new Map(objects.map((object) => [object.metadata.uid, digestOf(object)]));
  return { type: 'list', version: Number(resourceVersion), digests };
}
