/** A bug in a copy of the library, which the tests must find. */
export interface PlantedBug {
  /** The faulty behaviour of the library, as the end of a test title. */
  readonly title: string;
  /** The path below `lib/`. */
  readonly file: string;
  /** The current code, which occurs exactly once. */
  readonly sound: string;
  /** The code that replaces it. */
  readonly faulty: string;
  /** The harness that finds it: a run of faults, or a test in `test/` that needs no API server. */
  readonly harness: 'faults' | `${string}.test.ts`;
  /** The expected error. */
  readonly failure: RegExp;
}

const stuck = /is at version \d+ of \d+/;
const outOfOrder = /reported version \d+ \(\w+\) after \d+/;
const unlike = /but what happened next is/;

const brokenTest = /failing tests/;

/** Bugs in the reflector, which includes the client's streams and credentials. */
const reflectorBugs: readonly PlantedBug[] = [
  {
    title: 'treats deletions as changes',
    file: 'runtime/watch/watch-transition.ts',
    sound: "event.type === 'DELETED' ? 'deleted' : 'applied'",
    faulty: "'applied'",
    harness: 'faults',
    failure: unlike,
  },
  {
    title: 'goes back to a bookmark that events have overtaken',
    file: 'runtime/watch/watch-transition.ts',
    sound: 'if (compareResourceVersions(resourceVersion, state.resourceVersion) <= 0) return { state: proven };',
    faulty: '',
    harness: 'faults',
    failure: outOfOrder,
  },
  {
    title: 'resumes from the version of the last list',
    file: 'runtime/watch/watch-transition.ts',
    sound: 'state: { ...state, resourceVersion: object.metadata.resourceVersion, isProven: true },',
    faulty: 'state: { ...state, isProven: true },',
    harness: 'faults',
    failure: outOfOrder,
  },
  {
    title: 'treats the first bookmark as the end of the list',
    file: 'client/watch-stream.ts',
    sound: "annotations?.[endOfList] === 'true'",
    faulty: 'annotations?.[endOfList] !== endOfList',
    harness: 'faults',
    failure: /the list of version \d+ lacks|reported version \d+ \(\w+\) after/,
  },
  {
    title: 'shows the first page as the whole list',
    file: 'runtime/watch/watch-transition.ts',
    sound: 'if (page.continue !== undefined) return { state: { ...state, pages } };',
    faulty: '',
    harness: 'faults',
    failure: /the list of version \d+ lacks/,
  },
  {
    title: 'requests an expired version again',
    file: 'runtime/watch/watch-failure.ts',
    sound: "if (status === 410) return 'expired';",
    faulty: "if (status === 410) return 'unavailable';",
    harness: 'faults',
    failure: stuck,
  },
  {
    title: 'ignores an error inside a stream',
    file: 'client/watch-stream.ts',
    sound: 'throw new ApiError(call, decodeStatus(object));',
    faulty: "return { type: 'BOOKMARK', resourceVersion: '0' };",
    harness: 'faults',
    failure: unlike,
  },
  {
    title: 'ignores a line that it can’t parse',
    file: 'client/response.ts',
    sound: 'throw ConnectionError.from(error, peer);',
    faulty: "if (error) return { type: 'BOOKMARK', object: { metadata: { resourceVersion: '0' } } };",
    harness: 'faults',
    failure: unlike,
  },
  {
    title: 'treats an incomplete line as complete',
    file: 'client/watch-stream.ts',
    sound: 'if (start < chunk.length) this.#begun.push(chunk.subarray(start));',
    faulty: 'if (start < chunk.length) lines.push(chunk.subarray(start).toString());',
    harness: 'faults',
    failure: stuck,
  },
  {
    title: 'decodes each chunk separately, also one that ends within a character',
    file: 'client/watch-stream.ts',
    sound: 'if (start < chunk.length) this.#begun.push(chunk.subarray(start));',
    faulty: 'if (start < chunk.length) this.#begun.push(Buffer.from(chunk.subarray(start).toString()));',
    harness: 'faults',
    failure: /but what happened next is|lacks the state/,
  },
  {
    title: 'never reads a token again',
    file: 'client/credentials/rotating-identity.ts',
    sound: 'if (last === undefined || !isDeepStrictEqual(last, next)) {',
    faulty: 'if (last === undefined) {',
    harness: 'faults',
    failure: stuck,
  },
  {
    title: 'keeps connections of an authority that has been replaced',
    file: 'client/connections.ts',
    sound: 'if (this.#lanes === undefined || this.#tls !== tls) {',
    faulty: 'if (this.#lanes === undefined) {',
    harness: 'faults',
    failure: stuck,
  },
  {
    title: 'waits permanently for a silent peer',
    file: 'runtime/watch/silence-guard.ts',
    sound: 'else this.#controller.abort(new SilenceError(graceMs));',
    faulty: 'else this.#startTimer();',
    harness: 'faults/dead-peer.test.ts',
    failure: brokenTest,
  },
];

const storeModel = 'runtime/cache/store-writer-model.test.ts';

/** Bugs in the store. */
const storeBugs: readonly PlantedBug[] = [
  {
    title: 'keeps objects that a list no longer contains',
    file: 'runtime/cache/store-writer.ts',
    sound: "...vanished.map((object) => this.#deleteFromStore(object, 'list')),",
    faulty: '',
    harness: storeModel,
    failure: brokenTest,
  },
  {
    title: 'reports a change if an object has been replaced by another',
    file: 'runtime/cache/store-writer.ts',
    sound: 'if (previous.metadata.uid !== object.metadata.uid) {',
    faulty: 'if (previous.metadata.uid === undefined) {',
    harness: storeModel,
    failure: brokenTest,
  },
  {
    title: 'lets an older state replace a newer one',
    file: 'api/object/resource-version.ts',
    sound: 'return compareResourceVersions(one.metadata.resourceVersion, other.metadata.resourceVersion) < 0;',
    faulty: 'return one === other;',
    harness: storeModel,
    failure: brokenTest,
  },
  {
    title: 'reports no deletion',
    file: 'runtime/cache/store-writer.ts',
    sound: "const changes = stored === undefined ? [] : [this.#deleteFromStore(stored, 'watch', object)];",
    faulty:
      "if (stored !== undefined) this.#deleteFromStore(stored, 'watch', object);\n    const changes: Change[] = [];",
    harness: 'faults',
    failure:
      /the changes add up to|is added though it exists|though the replica has another object|is handed out when the store shows/,
  },
];

const queueModel = 'runtime/queue/work-queue-model.test.ts';

/** Bugs in the queue. */
const queueBugs: readonly PlantedBug[] = [
  {
    title: 'forgets keys that were added during a reconcile',
    file: 'runtime/queue/work-queue.ts',
    sound: 'if (flight.again !== undefined) this.#waiting.add(flight.again, nowMs);',
    faulty: '',
    harness: queueModel,
    failure: brokenTest,
  },
  {
    title: 'hands out a key that is in flight',
    file: 'runtime/queue/work-queue.ts',
    sound: 'this.#inFlight.set(key, { lane, takenAtMs: nowMs, again: undefined });',
    faulty: '',
    harness: 'faults',
    failure: /is in flight twice/,
  },
  {
    title: 'gives a key to a worker that has stopped waiting',
    file: 'runtime/queue/work-queue.ts',
    sound: 'this.#takers.delete(taker);\n      this.#dispatchDue();',
    faulty: 'this.#dispatchDue();',
    harness: queueModel,
    failure: brokenTest,
  },
  {
    title: 'keeps sleeping when another key becomes due before the one that it waits for',
    file: 'runtime/queue/work-queue.ts',
    sound: 'if (dueAtMs === this.#alarm?.dueAtMs) return;',
    faulty: 'if (dueAtMs !== undefined && this.#alarm !== undefined) return;',
    harness: queueModel,
    failure: brokenTest,
  },
];

export const plantedBugs: readonly PlantedBug[] = [...reflectorBugs, ...storeBugs, ...queueBugs];
