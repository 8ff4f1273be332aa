import type { ObservedMetadata } from './observed.ts';

/**
 * Records Kubernetes Events, as `kubectl describe` and `kubectl events` show them.
 *
 * Returns at once and never throws: the manager writes Events in the background and counts repetitions in one Event. An
 * object may have 25 Events at once and then one every five minutes; further ones are dropped. Normal and Warning
 * Events are counted apart.
 */
export interface Events {
  /** Records an expected event. @param event - on the resource, unless it names another object. */
  normal(event: EventContent): void;

  /** Records an event that needs attention. @param event - on the resource, unless it names another object. */
  warning(event: EventContent): void;
}

/** The content of an Event. */
export interface EventContent {
  /** A word in CamelCase that programs can select by, such as `BackupFinished`. */
  readonly reason: string;
  /** A sentence for people; cut off beyond 1,024 characters. */
  readonly message: string;
  /** The object that the Event is about. @default the resource */
  readonly regarding?: ObservedMetadata;
}
