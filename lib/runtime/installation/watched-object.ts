import { type Kind, type ObjectAddress, type ObjectKey, objectKey, type StoredObject } from '../../api/index.ts';
import { Backoff, type Clock, SpacedAttempts } from '../../clock/index.ts';
import type { InstalledObject } from '../../constructs/index.ts';
import type { Defect } from './defect.ts';

/**
 * The delays between attempts to restore an object. They grow while another actor reverts it: a tool that applies other
 * manifests, or a cluster admin, wins in the end.
 */
const backoff = new Backoff({ baseMs: 1_000, maxMs: 600_000 });

/** The time without an attempt after which the next one counts as the first. */
const calmMs = 3_600_000;

/** An installed object as the watch shows it, and how often it has been restored. */
export class WatchedObject implements ObjectAddress {
  readonly installed: InstalledObject;
  readonly kind: Kind;
  readonly key: ObjectKey;
  /** Undefined until the watch has shown the object's state. */
  defects: readonly Defect[] | undefined;
  /** As of {@link WatchedObject.defects}; undefined if it doesn't exist. */
  object: StoredObject | undefined;
  /** The defects of the last Event, as text. */
  recorded = '';
  /** The defects that the account may not repair, as text. */
  refused = '';
  /** The attempts to restore it. */
  readonly attempts: SpacedAttempts;
  readonly #clock: Clock;
  #absentSinceMs = 0;

  constructor(installed: InstalledObject, clock: Clock) {
    this.installed = installed;
    this.kind = installed.kind;
    this.key = objectKey(installed.manifest);
    this.#clock = clock;
    this.attempts = new SpacedAttempts(clock, backoff, calmMs);
  }

  /** `ValidatingWebhookConfiguration books-validating`. */
  get title(): string {
    return `${this.kind.kind} ${this.key.name}`;
  }

  /** The defects as one sentence; empty if there are none. */
  get summary(): string {
    return (this.defects ?? []).map(({ message }) => message).join('; ');
  }

  /** The time for which the object has been missing; 0 if it exists. */
  get absentForMs(): number {
    return this.object === undefined ? this.#clock.monotonic() - this.#absentSinceMs : 0;
  }

  /** Takes a state from the watch, or from the response to a write. */
  update(object: StoredObject | undefined, defects: readonly Defect[]): void {
    if (object === undefined && (this.object !== undefined || this.defects === undefined)) {
      this.#absentSinceMs = this.#clock.monotonic();
    }
    this.object = object;
    this.defects = defects;
  }
}
