import { randomBytes } from 'node:crypto';
import {
  formatObjectKey,
  type JsonObject,
  type KubernetesObject,
  knownKind,
  type ObjectKey,
  type ProblemReason,
  type StoredObject,
} from '../../api/index.ts';
import { timestamp } from '../../clock/index.ts';

/** Event.v1, not Event.events.k8s.io/v1, because a patch can update its count and its last time. */
export const eventKind = knownKind('v1', 'Event');

/** The object of an event. */
export type Regarding = Pick<StoredObject, 'apiVersion' | 'kind' | 'metadata'>;

/** An event of an object, for users who look at it. */
export interface ObjectEvent<Reason extends string = EventReason> {
  readonly type: 'Normal' | 'Warning';
  readonly reason: Reason;
  /** One sentence for users. Cut after 1024 characters. */
  readonly message: string;
}

/** The reasons of {@link EventReason} that are not a condition's reason. */
export const eventReasons = [
  'ChildAdopted',
  'ChildPruned',
  'ChildRecreated',
  'ClaimGrown',
  'InstallationDefect',
  'InstallationRestored',
  'KindDropped',
  'LeaderElection',
] as const;

/** The reason of an event, as a word that programs may rely on. */
export type EventReason = (typeof eventReasons)[number] | ProblemReason;

/** The reporter of events. */
export interface EventSource {
  /** Such as the operator's name. */
  readonly component: string;
  /** The replica, such as the pod's name. */
  readonly instance: string;
}

// An event about a name of the greatest length must still have a name of at most 253 characters.
const longestPrefix = 253 - 17;

/** The longest message of an Event that the API server accepts. */
export const longestMessage = 1024;

/** An event and its repetitions, which share one Event object. */
export class EventSeries {
  /**
   * Of the Event object. Chosen here, so that a second creation is detected. Objects without a namespace have their
   * events in `default`.
   */
  readonly key: { readonly namespace: string; readonly name: string };
  /** True if the API server has the object. */
  isStored = false;
  /** A reference only: a series outlives its object, whose content may be large. */
  readonly #involvedObject: ObjectKey & Pick<Regarding, 'apiVersion' | 'kind'> & { readonly uid: string };
  readonly #event: ObjectEvent<string>;
  readonly #source: EventSource;
  readonly #firstAtMs: number;
  #lastAtMs: number;
  #count = 1;

  /** @param nowMs - wall-clock time of the first occurrence. */
  constructor(regarding: Regarding, event: ObjectEvent<string>, source: EventSource, nowMs: number) {
    const { apiVersion, kind, metadata } = regarding;
    const { name, namespace, uid } = metadata;
    this.key = {
      namespace: namespace ?? 'default',
      name: `${name.slice(0, longestPrefix)}.${randomBytes(8).toString('hex')}`,
    };
    this.#involvedObject = { apiVersion, kind, name, ...(namespace !== undefined && { namespace }), uid };
    this.#event = event;
    this.#source = source;
    this.#firstAtMs = nowMs;
    this.#lastAtMs = nowMs;
  }

  /** Counts another occurrence. */
  repeat(nowMs: number): void {
    this.#count += 1;
    this.#lastAtMs = nowMs;
  }

  /** The object of the series, for messages. */
  get subject(): string {
    return `${this.#involvedObject.kind} ${formatObjectKey(this.#involvedObject)}`;
  }

  get reason(): string {
    return this.#event.reason;
  }

  /** The whole Event object. */
  eventObject(): KubernetesObject {
    const { type, reason, message } = this.#event;
    const { component, instance } = this.#source;
    return {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: this.key,
      involvedObject: this.#involvedObject,
      type,
      reason,
      message,
      source: { component },
      reportingComponent: component,
      reportingInstance: instance,
      firstTimestamp: timestamp(this.#firstAtMs),
      ...this.changedFields(),
    };
  }

  /** The fields of the Event object that change with each occurrence. */
  changedFields(): JsonObject {
    return { count: this.#count, lastTimestamp: timestamp(this.#lastAtMs) };
  }
}
