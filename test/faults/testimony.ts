// In: the reports of a watcher, and the witness of the real events. Out: the first disagreement of the two. Called by
// `Reflector` between its watcher and its store.

import type { StoredObject } from '../../lib/api/index.ts';
import { disagreeUnless } from './disagreement.ts';
import { digestOf } from './watched-selection.ts';
import type { Witness, WitnessedEvent } from './witness.ts';

/** A report of a watcher. */
export type WatcherReport =
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
 * All reports of one watcher, compared with the real events: after each list, every event, in order and once. A new
 * list may hide earlier events; it must have the exact state of its version.
 */
export class Testimony {
  readonly #witness: Witness;
  /** Reports that the witness hasn't confirmed yet. */
  readonly #reports: WatcherReport[] = [];
  /** uid → digest, in the state after everything confirmed. */
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

  /** The last reported version. */
  get version(): number {
    return this.#version;
  }

  get listCount(): number {
    return this.#listCount;
  }

  get eventCount(): number {
    return this.#eventCount;
  }

  /** The number of the witness's events that have been confirmed, or hidden by a list. */
  get confirmedCount(): number {
    return this.#confirmedCount;
  }

  /** The number of reports that the witness hasn't confirmed yet. */
  get unconfirmedCount(): number {
    return this.#reports.length;
  }

  /** Records a report of the watcher. @throws Disagreement if its version goes backwards. */
  add(report: WatcherReport): void {
    // Each event has its own version; a list or a bookmark may repeat the last one.
    const isInOrder = report.type === 'event' ? report.version > this.#version : report.version >= this.#version;
    disagreeUnless(isInOrder, `reported version ${report.version} (${report.type}) after ${this.#version}`);
    this.#reports.push(report);
    this.#version = report.version;
    if (report.type === 'event') this.#eventCount += 1;
    if (report.type === 'list') this.#listCount += 1;
  }

  /** Confirms the reports up to the witness's version. @throws Disagreement */
  confirm(): void {
    let report = this.#reports[0];
    while (report !== undefined && report.version <= this.#witness.version) {
      this.#confirm(report);
      this.#reports.shift();
      report = this.#reports[0];
    }
  }

  #confirm(report: WatcherReport): void {
    switch (report.type) {
      case 'list':
        for (let next = this.#next(report.version); next !== undefined; next = this.#next(report.version))
          this.#advance(next);
        this.#confirmList(report.digests, report.version);
        break;
      case 'event': {
        const next = this.#witness.event(this.#confirmedCount);
        const isSame =
          next?.version === report.version &&
          next.uid === report.uid &&
          next.isDeleted === report.isDeleted &&
          next.digest === report.digest;
        disagreeUnless(
          isSame,
          `reported ${JSON.stringify(report)} after version ${this.#confirmedVersion}, but what happened next is ${JSON.stringify(next)}`,
        );
        if (next !== undefined) this.#advance(next);
        break;
      }
      case 'progress': {
        const missed = this.#next(report.version);
        disagreeUnless(
          missed === undefined,
          `reported progress to ${report.version} without ${JSON.stringify(missed)}`,
        );
        break;
      }
    }
    this.#confirmedVersion = report.version;
  }

  /** Returns the next event, unless it is newer than `version`. */
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
        `the list of version ${version} has ${uid}, which didn't exist at that time`,
      );
    }
  }
}

/** Returns the report of an event. */
export function eventReport(object: StoredObject, isDeleted: boolean): WatcherReport {
  const { uid, resourceVersion } = object.metadata;
  return { type: 'event', version: Number(resourceVersion), uid, isDeleted, digest: digestOf(object) };
}

/** Returns the report of a whole list. */
export function listReport(objects: readonly StoredObject[], resourceVersion: string): WatcherReport {
  const digests = new Map(objects.map((object) => [object.metadata.uid, digestOf(object)]));
  return { type: 'list', version: Number(resourceVersion), digests };
}
