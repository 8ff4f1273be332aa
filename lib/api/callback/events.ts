import type { ObservedMetadata } from './observed.ts';

/**
 * Records Kubernetes Events, as `kubectl describe` and `kubectl events` show them.
 *
 * Returns at once and never throws: events are written in the background, repetitions are counted in one Event, and beyond
 * 25 at once and one every five minutes, those of one object are dropped, Normal and Warning ones apart.
 */
export interface Events {
  /** Records something that goes as it should. @param event - on the resource, unless it names another object. */
  normal(event: EventContent): void;

  /** Records something that needs attention. @param event - on the resource, unless it names another object. */
  warning(event: EventContent): void;
}

/** What an Event says. */
export interface EventContent {
  /** A word in CamelCase that programs can select by, such as `BackupFinished`. */
  readonly reason: string;
  /** A sentence for people; cut off beyond 1,024 characters. */
  readonly message: string;
  /** The object that the Event is about. @default the resource */
  readonly regarding?: ObservedMetadata;
}
