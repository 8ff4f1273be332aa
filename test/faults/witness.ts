// In: the undisturbed watch of one selection. Out: every event, in order, and the objects at the beginning. Read by the
// reflectors of that selection, which are compared with it.

import type { StoredObject } from '../../lib/api/index.ts';
import type { DirectList, DirectServer } from './direct-server.ts';
import { digestOf, keptObject, selectionPath, type WatchedSelection } from './watched-selection.ts';

/** An event of an object. */
export interface WitnessedEvent {
  readonly isDeleted: boolean;
  readonly uid: string;
  readonly version: number;
  readonly digest: string;
}

/** Receives every event of one selection from its beginning on. */
export class Witness {
  readonly selection: WatchedSelection;
  /** uid → digest, at its start. */
  readonly initial: ReadonlyMap<string, string>;
  readonly #events: WitnessedEvent[] = [];
  #forgottenCount = 0;
  #version: number;
  #problem: Error | undefined;

  /** Starts a watch until `signal` aborts. */
  static async start(server: DirectServer, selection: WatchedSelection, signal: AbortSignal): Promise<Witness> {
    const path = selectionPath(selection);
    const { metadata, items } = await server.get<DirectList>(path);
    const witness = new Witness(selection, metadata.resourceVersion, items);
    const query = new URLSearchParams({
      watch: 'true',
      resourceVersion: metadata.resourceVersion,
      timeoutSeconds: '7200',
    });
    const stream = await server.stream(`${path}${path.includes('?') ? '&' : '?'}${query.toString()}`, signal);
    void witness.#read(stream, signal);
    return witness;
  }

  private constructor(selection: WatchedSelection, resourceVersion: string, items: readonly StoredObject[]) {
    this.selection = selection;
    this.#version = Number(resourceVersion);
    this.initial = new Map(items.map((item) => [item.metadata.uid, digestOf(keptObject(selection, item))]));
  }

  /** The version of the last event. */
  get version(): number {
    if (this.#problem !== undefined) throw this.#problem;
    return this.#version;
  }

  /** Returns the event with this number, from 0; undefined if it hasn't happened yet. */
  event(number: number): WitnessedEvent | undefined {
    return this.#events[number - this.#forgottenCount];
  }

  /** The number of events so far. */
  get eventCount(): number {
    return this.#forgottenCount + this.#events.length;
  }

  /** Drops the events before this number, which no reflector needs any more. */
  forget(number: number): void {
    this.#events.splice(0, number - this.#forgottenCount);
    this.#forgottenCount = number;
  }

  async #read(stream: AsyncIterable<Buffer>, signal: AbortSignal): Promise<void> {
    try {
      let begun: Buffer[] = [];
      for await (const chunk of stream) {
        let start = 0;
        for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, start)) {
          this.#see(Buffer.concat([...begun, chunk.subarray(start, end)]).toString());
          begun = [];
          start = end + 1;
        }
        begun.push(chunk.subarray(start));
      }
      throw new Error('the watch of the witness has ended');
    } catch (error) {
      if (!signal.aborted) this.#problem = new Error('the witness receives no more events', { cause: error });
    }
  }

  #see(line: string): void {
    const { type, object } = JSON.parse(line) as { readonly type: string; readonly object: StoredObject };
    if (type === 'ERROR') throw new Error(`the witness has been refused: ${line}`);
    const version = Number(object.metadata.resourceVersion);
    const digest = digestOf(keptObject(this.selection, object));
    this.#events.push({ isDeleted: type === 'DELETED', uid: object.metadata.uid, version, digest });
    this.#version = version;
  }
}
