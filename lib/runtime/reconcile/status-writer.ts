// In: what a pass has to say of a resource. Out: the resource's status saying it.
// Called at the end of every pass, also of a failed one, unless that failure is a passing one.

import { type Kind, objectKey, type StoredObject } from '../../api/index.ts';
import { type Client, isConflict, isNotFound } from '../../client/index.ts';
import type { Clock } from '../../clock/index.ts';
import { difference } from './difference.ts';
import type { Journal } from './journal.ts';
import type { FieldOwner } from './own-entry.ts';
import { Settled } from './settled.ts';
import { type StatusWords, statusObject } from './status.ts';

/** What statuses are written with. */
export interface StatusWriterPorts {
  readonly client: Client;
  readonly clock: Clock;
  readonly fieldManager: string;
  readonly journal: Pick<Journal, 'written'>;
}

/** Writes the statuses of one kind of resource: each once when it changes, and else not. */
export class StatusWriter {
  readonly #kind: Kind;
  readonly #ports: StatusWriterPorts;
  readonly #owner: FieldOwner;
  readonly #settled: Settled;

  constructor(kind: Kind, ports: StatusWriterPorts) {
    this.#kind = kind;
    this.#ports = ports;
    this.#owner = { fieldManager: ports.fieldManager, subresource: 'status' };
    this.#settled = new Settled(this.#owner);
  }

  /**
   * Writes the status of `resource` as long as it is what the status speaks of. If it has changed, or another of its
   * name has replaced it, nothing is written: that change causes the next pass.
   *
   * @throws what the client throws.
   */
  async write(resource: StoredObject, words: Omit<StatusWords, 'nowMs'>, signal: AbortSignal): Promise<void> {
    const { client, clock, fieldManager, journal } = this.#ports;
    const desired = statusObject(this.#kind, resource, fieldManager, { ...words, nowMs: clock.now() });
    if (difference(resource, desired, this.#owner).length === 0 || this.#settled.has(resource, desired)) return;
    // Of a uid the API server takes no notice here.
    const { resourceVersion } = resource.metadata;
    const bound = { ...desired, metadata: { ...desired.metadata, resourceVersion } };
    try {
      const options = { fieldManager, subresource: 'status', force: true, signal };
      const answer = await client.apply(this.#kind, bound, options);
      this.#settled.learn(desired, resource, answer);
      journal.written(objectKey(answer), answer);
    } catch (error) {
      // A resource that went away in the meantime has no status to speak of.
      if (!isNotFound(error) && !isConflict(error)) throw error;
    }
  }
}
