// In: what a pass has to say of a resource. Out: the resource's status saying it, and the places where it didn't before.
// Called at the end of every pass, also of a failed one, unless that failure is a passing one.

import {
  type KubernetesObject,
  type ObjectKey,
  objectKey,
  objectTitle,
  type ResourceDefinition,
  type StoredObject,
} from '../../api/index.ts';
import { type Client, isConflict, isNotFound } from '../../client/index.ts';
import type { Clock } from '../../clock/index.ts';
import { resourceSchema } from '../../constructs/index.ts';
import { difference } from './difference/difference.ts';
import type { FieldShape } from './difference/field-shape.ts';
import type { FieldOwner } from './difference/own-entry.ts';
import { shapeOfSchema } from './difference/schema-shape.ts';
import { Settled } from './difference/settled.ts';
import type { Journal } from './journal.ts';
import { pausedStatusObject, type StatusWords, statusObject } from './status.ts';

/** What statuses are written with. */
export interface StatusWriterPorts {
  readonly writerFor: (resource: ObjectKey) => Client;
  readonly clock: Clock;
  readonly fieldManager: string;
  readonly journal: Pick<Journal, 'written'>;
}

/** Writes the statuses of one kind of resource: each once when it changes, and else not. */
export class StatusWriter {
  readonly #kind: ResourceDefinition;
  readonly #ports: StatusWriterPorts;
  readonly #owner: FieldOwner;
  readonly #shape: FieldShape;
  readonly #settled: Settled;

  constructor(kind: ResourceDefinition, ports: StatusWriterPorts) {
    this.#kind = kind;
    this.#ports = ports;
    this.#owner = { fieldManager: ports.fieldManager, subresource: 'status' };
    this.#shape = shapeOfSchema(resourceSchema(kind));
    this.#settled = new Settled(this.#owner, () => this.#shape);
  }

  /**
   * Writes the status of `resource` as long as it is what the status speaks of. If it has changed, or another of its
   * name has replaced it, nothing is written: that change causes the next pass.
   *
   * @returns where the status has changed, such as `Memcached default/a: status.nodes`. Without values.
   * @throws what the client throws.
   */
  async write(
    resource: StoredObject,
    words: Omit<StatusWords, 'nowMs'>,
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    const { clock, fieldManager } = this.#ports;
    const desired = statusObject(this.#kind, resource, fieldManager, { ...words, nowMs: clock.now() });
    return await this.#write(resource, desired, signal);
  }

  /** Says that a resource is paused, likewise, and leaves the rest of its status as it is. */
  async pause(resource: StoredObject, signal: AbortSignal): Promise<void> {
    const { clock, fieldManager } = this.#ports;
    await this.#write(resource, pausedStatusObject(this.#kind, resource, fieldManager, clock.now()), signal);
  }

  async #write(resource: StoredObject, desired: KubernetesObject, signal: AbortSignal): Promise<readonly string[]> {
    const { writerFor, fieldManager, journal } = this.#ports;
    const differences = difference(resource, desired, this.#owner, this.#shape);
    if (differences.length === 0 || this.#settled.has(resource, desired)) return [];
    // Of a uid the API server takes no notice here.
    const { resourceVersion } = resource.metadata;
    const bound = { ...desired, metadata: { ...desired.metadata, resourceVersion } };
    try {
      const options = { fieldManager, subresource: 'status', force: true, signal };
      const answer = await writerFor(objectKey(resource)).apply(this.#kind, bound, options);
      this.#settled.learn(desired, resource, answer);
      if (answer.metadata.resourceVersion === resourceVersion) return [];
      journal.written(objectKey(answer), answer);
      return differences.map(({ path }) => `${objectTitle(resource)}: ${path}`);
    } catch (error) {
      // A resource that went away in the meantime has no status to speak of.
      if (!isNotFound(error) && !isConflict(error)) throw error;
      return [];
    }
  }
}
