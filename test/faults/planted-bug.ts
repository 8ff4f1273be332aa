/** A bug that is put into a copy of the library to see whether the tests notice. */
export interface PlantedBug {
  /** The faulty behaviour of the library, as the end of a test title. */
  readonly title: string;
  /** Below `lib/`. */
  readonly file: string;
  /** The present code, which occurs exactly once. */
  readonly sound: string;
  /** The code in its place. */
  readonly faulty: string;
  /** The harness that notices: a run of faults, or a test in `test/` that needs no API server. */
  readonly harness: 'faults' | `${string}.test.ts`;
  /** Which complaint is expected. */
  readonly complaint: RegExp;
}

const stuck = /is at version \d+ of \d+/;
const outOfOrder = /reported version \d+ \(\w+\) after \d+/;
const unlike = /but what happened next is/;

const brokenTest = /failing tests/;

/** Bugs in the reflector, which includes the client's streams and credentials. */
const reflectorBugs: readonly PlantedBug[] = [
  {
    title: 'takes deletions for changes',
    file: 'runtime/watch/watch-state.ts',
    sound: "event.type === 'DELETED' ? 'deleted' : 'applied'",
    faulty: "'applied'",
    harness: 'faults',
    complaint: unlike,
  },
  {
    title: 'goes back to a bookmark that events have overtaken',
    file: 'runtime/watch/watch-state.ts',
    sound: 'if (compareResourceVersions(resourceVersion, state.resourceVersion) <= 0) return { state: proven };',
    faulty: '',
    harness: 'faults',
    complaint: outOfOrder,
  },
  {
    title: 'resumes from where the last list was',
    file: 'runtime/watch/watch-state.ts',
    sound: 'state: { ...state, resourceVersion: object.metadata.resourceVersion, isProven: true },',
    faulty: 'state: { ...state, isProven: true },',
    harness: 'faults',
    complaint: outOfOrder,
  },
  {
    title: 'takes the first bookmark for the end of the list',
    file: 'client/watch-stream.ts',
    sound: "annotations?.[endOfList] === 'true'",
    faulty: 'annotations?.[endOfList] !== endOfList',
    harness: 'faults',
    complaint: /the list of version \d+ lacks|reported version \d+ \(\w+\) after/,
  },
  {
    title: 'shows the first page as if it were the whole list',
    file: 'runtime/watch/watch-state.ts',
    sound: 'if (page.continue !== undefined) return { state: { ...state, pages } };',
    faulty: '',
    harness: 'faults',
    complaint: /the list of version \d+ lacks/,
  },
  {
    title: 'asks again for what has expired',
    file: 'runtime/watch/watch-failure.ts',
    sound: "if (status === 410) return 'expired';",
    faulty: "if (status === 410) return 'unavailable';",
    harness: 'faults',
    complaint: stuck,
  },
  {
    title: 'takes an error inside a stream for nothing',
    file: 'client/watch-stream.ts',
    sound: 'throw new ApiError(call, decodeStatus(object));',
    faulty: "return { type: 'BOOKMARK', resourceVersion: '0' };",
    harness: 'faults',
    complaint: unlike,
  },
  {
    title: 'passes over a line that it does not understand',
    file: 'client/watch-stream.ts',
    sound: 'throw ConnectionError.from(error, peer);',
    faulty: "if (error) return { type: 'BOOKMARK', object: { metadata: { resourceVersion: '0' } } };",
    harness: 'faults',
    complaint: unlike,
  },
  {
    title: 'takes a line that was cut off for a whole one',
    file: 'client/watch-stream.ts',
    sound: 'if (start < chunk.length) this.#begun.push(chunk.subarray(start));',
    faulty: 'if (start < chunk.length) lines.push(chunk.subarray(start).toString());',
    harness: 'faults',
    complaint: stuck,
  },
  {
    title: 'decodes each chunk by itself, also one that ends within a character',
    file: 'client/watch-stream.ts',
    sound: 'if (start < chunk.length) this.#begun.push(chunk.subarray(start));',
    faulty: 'if (start < chunk.length) this.#begun.push(Buffer.from(chunk.subarray(start).toString()));',
    harness: 'faults',
    complaint: /but what happened next is|lacks the state/,
  },
  {
    title: 'never reads a token again',
    file: 'client/credentials/rotating-identity.ts',
    sound: 'if (last === undefined || !isDeepStrictEqual(last, next)) {',
    faulty: 'if (last === undefined) {',
    harness: 'faults',
    complaint: stuck,
  },
  {
    title: 'goes on with connections of an authority that has been replaced',
    file: 'client/connections.ts',
    sound: 'if (this.#lanes === undefined || this.#tls !== tls) {',
    faulty: 'if (this.#lanes === undefined) {',
    harness: 'faults',
    complaint: stuck,
  },
  {
    title: 'waits permanently for a silent peer',
    file: 'runtime/watch/silence-guard.ts',
    sound: 'else this.#controller.abort(new SilenceError(graceMs));',
    faulty: 'else this.#listen();',
    harness: 'faults/dead-peer.test.ts',
    complaint: brokenTest,
  },
];

const storeModel = 'runtime/cache/store-writer-model.test.ts';

/** Bugs in the store. */
const storeBugs: readonly PlantedBug[] = [
  {
    title: 'keeps what a list has not shown any more',
    file: 'runtime/cache/store-writer.ts',
    sound: "...vanished.map((object) => this.#deletion(object, 'list')),",
    faulty: '',
    harness: storeModel,
    complaint: brokenTest,
  },
  {
    title: 'reports a change where an object has been replaced by another',
    file: 'runtime/cache/store-writer.ts',
    sound: 'if (previous.metadata.uid !== object.metadata.uid) {',
    faulty: 'if (previous.metadata.uid === undefined) {',
    harness: storeModel,
    complaint: brokenTest,
  },
  {
    title: 'lets an older state replace a newer one',
    file: 'runtime/cache/store-writer.ts',
    sound: 'return compareResourceVersions(object.metadata.resourceVersion, stored.metadata.resourceVersion) < 0;',
    faulty: 'return object === stored;',
    harness: storeModel,
    complaint: brokenTest,
  },
  {
    title: 'reports no deletion',
    file: 'runtime/cache/store-writer.ts',
    sound: "const changes = stored === undefined ? [] : [this.#deletion(stored, 'watch', object)];",
    faulty: "if (stored !== undefined) this.#deletion(stored, 'watch', object);\n    const changes: Change[] = [];",
    harness: 'faults',
    complaint: /the changes add up to|is added though it is there|though another object is there/,
  },
];

const queueModel = 'runtime/queue/work-queue-model.test.ts';

/** Bugs in the queue. */
const queueBugs: readonly PlantedBug[] = [
  {
    title: 'forgets what was added during a pass',
    file: 'runtime/queue/work-queue.ts',
    sound: 'if (flight.again !== undefined) this.#waiting.add(flight.again, nowMs);',
    faulty: '',
    harness: queueModel,
    complaint: brokenTest,
  },
  {
    title: 'hands out a key that is in flight',
    file: 'runtime/queue/work-queue.ts',
    sound: 'this.#inFlight.set(key, { lane, takenAtMs: nowMs, again: undefined });',
    faulty: '',
    harness: 'faults',
    complaint: /is in flight twice/,
  },
  {
    title: 'hands a key to a worker that has given up',
    file: 'runtime/queue/work-queue.ts',
    sound: 'this.#takers.delete(taker);\n      this.#dispatch();',
    faulty: 'this.#dispatch();',
    harness: queueModel,
    complaint: brokenTest,
  },
  {
    title: 'sleeps on when another key becomes due before the one that it waits for',
    file: 'runtime/queue/work-queue.ts',
    sound: 'if (dueAtMs === this.#alarm?.dueAtMs) return;',
    faulty: 'if (dueAtMs !== undefined && this.#alarm !== undefined) return;',
    harness: queueModel,
    complaint: brokenTest,
  },
];

/** All of them. */
export const plantedBugs: readonly PlantedBug[] = [...reflectorBugs, ...storeBugs, ...queueBugs];
