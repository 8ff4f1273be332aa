// In: the report of a reconcile about a resource. Out: the resource's status with that report, and the places that have
// changed. Called at the end of every reconcile, also of a failed one, unless that failure is transient.

import {
  isJsonObject,
  isProblemReason,
  type ObjectKey,
  objectKey,
  objectTitle,
  type ResourceDefinition,
  type StoredObject,
} from '../../../api/index.ts';
import { type Client, isOvertaken, type JsonPatchOperation, type Patch } from '../../../client/index.ts';
import type { Clock } from '../../../clock/index.ts';
import { jsonPointerToken, ownField } from '../../../schema/index.ts';
import type { FieldShape } from '../comparison/field-shape.ts';
import { ownStatusFields } from '../comparison/own-fields.ts';
import { PermanentDifferences } from '../comparison/permanent-differences.ts';
import { type RevisedFields, revisedFields } from '../comparison/revised-fields.ts';
import { shapeOfSchema } from '../comparison/schema-shape.ts';
import type { Journal } from '../journal.ts';
import { pausedStatus, type RawStatus, reconciledStatus, type StatusParts } from './status.ts';
import { StatusPace } from './status-pace.ts';

/** The dependencies of a StatusWriter. */
export interface StatusWriterPorts {
  readonly writerFor: (resource: ObjectKey) => Pick<Client, 'patch'>;
  readonly clock: Clock;
  readonly fieldManager: string;
  readonly journal: Pick<Journal, 'objectWritten' | 'reconcileConcluded'>;
}

/** The outcome of a call of {@link StatusWriter.write}. */
export interface StatusWrite {
  /** The places where the status has changed, such as `Memcached default/a: status.nodes`. Without values. */
  readonly places: readonly string[];
  /** The time after which a change is to be written that has to wait; 0 if nothing waits. */
  readonly waitMs: number;
}

const nothingWritten: StatusWrite = { places: [], waitMs: 0 };

/**
 * Writes the statuses of one kind of resource: each only when it changes, and at most twice a second while reconciles
 * succeed, unless it is about another generation, or `Ready` or `Degraded` changes.
 *
 * Fields of other managers in a status stay, except within an item of ours or a value of one owner. A field of our
 * field manager that is no longer reported is removed.
 */
export class StatusWriter {
  readonly #kind: ResourceDefinition;
  readonly #ports: StatusWriterPorts;
  readonly #shape: FieldShape;
  readonly #permanentDifferences: PermanentDifferences<RawStatus>;
  readonly #pace: StatusPace;

  constructor(kind: ResourceDefinition, ports: StatusWriterPorts) {
    this.#kind = kind;
    this.#ports = ports;
    this.#pace = new StatusPace(ports.clock);
    this.#shape = shapeOfSchema(kind.schema.object);
    this.#permanentDifferences = new PermanentDifferences(
      (live, desired) => this.#revisedStatus(live, desired).findings,
    );
  }

  /**
   * Writes the status of `resource` if that is still the reported resource. If it has changed, or a new one of its name
   * has replaced it, nothing is written: that change causes the next reconcile.
   *
   * @param parts - with the error of the problem, if one was thrown: the log has it.
   * @throws what the client throws.
   */
  async write(
    resource: StoredObject,
    { error, ...parts }: Omit<StatusParts, 'nowMs'> & { readonly error?: unknown },
    signal: AbortSignal,
  ): Promise<StatusWrite> {
    const { clock, journal } = this.#ports;
    const desired = reconciledStatus(resource, { ...parts, nowMs: clock.now() });
    const waitMs = parts.report === undefined ? 0 : this.#pace.waitMs(resource.metadata.uid, resource.status, desired);
    const written = await this.#writeChangedStatus(resource, desired, { signal, waitMs });
    // If a resource has changed meanwhile, the next reconcile decides.
    if (written === undefined) return nothingWritten;
    const degraded = parts.standard.find(({ type, status }) => type === 'Degraded' && status === 'True');
    const { reason, message } = degraded ?? { reason: '', message: '' };
    journal.reconcileConcluded(resource, isProblemReason(reason) ? { reason, message, error } : undefined);
    return written;
  }

  /** Writes the condition that a resource is paused, and leaves the rest of its status as it is. */
  async writePause(resource: StoredObject, signal: AbortSignal): Promise<void> {
    await this.#writeChangedStatus(resource, pausedStatus(this.#kind, resource, this.#ports.clock.now()), {
      signal,
      waitMs: 0,
    });
  }

  /** @returns undefined if the resource isn't the reported one any more. */
  async #writeChangedStatus(
    resource: StoredObject,
    desired: RawStatus,
    { signal, waitMs }: { readonly signal: AbortSignal; readonly waitMs: number },
  ): Promise<StatusWrite | undefined> {
    const { writerFor, fieldManager, journal } = this.#ports;
    const { whole, findings } = this.#revisedStatus(resource, desired);
    if (findings.length === 0 || this.#permanentDifferences.has(resource, desired, findings)) return nothingWritten;
    if (waitMs > 0) return { places: [], waitMs };
    const key = objectKey(resource);
    try {
      const options = { fieldManager, subresource: 'status', signal };
      const response = await writerFor(key).patch(this.#kind, key, statusPatch(resource, whole.status), options);
      // The status before doesn't count: it was replaced as a whole.
      this.#permanentDifferences.learn(desired, undefined, response);
      if (response.metadata.resourceVersion === resource.metadata.resourceVersion) return nothingWritten;
      this.#pace.recordWrite(resource.metadata.uid);
      journal.objectWritten(key, response);
      return { places: findings.map(({ path }) => `${objectTitle(resource)}: ${path}`), waitMs: 0 };
    } catch (error) {
      // A resource that was deleted meanwhile has no status.
      if (!isOvertaken(error)) throw error;
      return undefined;
    }
  }

  #revisedStatus(resource: StoredObject, desired: RawStatus): RevisedFields {
    const owned = { 'f:status': ownStatusFields(resource, this.#ports.fieldManager) };
    return revisedFields({ status: desired }, { status: resource.status }, owned, this.#shape);
  }
}

/**
 * Replaces the status of `resource` by `status`, if the resource hasn't changed: otherwise it is a conflict.
 *
 * Fields with the same value as before aren't sent, so that they and their owners stay.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6902
 */
function statusPatch({ metadata, status: before }: StoredObject, status: unknown): Patch {
  const bound: JsonPatchOperation = {
    op: 'replace',
    path: '/metadata/resourceVersion',
    value: metadata.resourceVersion,
  };
  if (!isJsonObject(before) || !isJsonObject(status)) {
    return { type: 'json', body: [bound, { op: 'add', path: '/status', value: status }] };
  }
  const changed = Object.keys({ ...before, ...status }).filter(
    (name) => ownField(before, name) !== ownField(status, name),
  );
  return { type: 'json', body: [bound, ...changed.map((name) => statusFieldOperation(name, ownField(status, name)))] };
}

function statusFieldOperation(name: string, value: unknown): JsonPatchOperation {
  const path = `/status/${jsonPointerToken(name)}`;
  return value === undefined ? { op: 'remove', path } : { op: 'add', path, value };
}
