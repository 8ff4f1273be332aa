import { type Kind, type ObjectAddress, type ObjectKey, objectKey, type StoredObject } from '../../api/index.ts';
import { Backoff, type Clock } from '../../clock/index.ts';
import type { InstalledObject } from '../../constructs/index.ts';
import type { Defect } from './defect.ts';

/**
 * When a restoration is tried again. The manager restores what another actor insists on ever more rarely: a tool that
 * applies other manifests, or a cluster admin, wins in the end.
 */
const backoff = new Backoff({ baseMs: 1_000, maxMs: 600_000 });

/** After how long without an attempt the next one counts as the first. */
const calmMs = 3_600_000;

/** An installed object as the watch shows it, and how often it has been restored. */
export class WatchedObject implements ObjectAddress {
  readonly installed: InstalledObject;
  readonly kind: Kind;
  readonly key: ObjectKey;
  /** Undefined while the watch has shown nothing. */
  defects: readonly Defect[] | undefined;
  /** As of {@link WatchedObject.defects}; undefined where there is none. */
  object: StoredObject | undefined;
  /** The defects that the last Event is about, as text. */
  recorded = '';
  /** The defects that the account has been found not to be allowed to repair, as text. */
  refused = '';
  readonly #clock: Clock;
  #absentSinceMs = 0;
  #attempts = 0;
  #attemptedAtMs = Number.NEGATIVE_INFINITY;
  #restsUntilMs = 0;

  constructor(installed: InstalledObject, clock: Clock) {
    this.installed = installed;
    this.kind = installed.kind;
    this.key = objectKey(installed.manifest);
    this.#clock = clock;
  }

  /** `ValidatingWebhookConfiguration books-validating`. */
  get title(): string {
    return `${this.kind.kind} ${this.key.name}`;
  }

  /** The defects as one sentence; empty where there are none. */
  get summary(): string {
    return (this.defects ?? []).map(({ message }) => message).join('; ');
  }

  /** For how many milliseconds the object has been missing; 0 if it is there. */
  get absentForMs(): number {
    return this.object === undefined ? this.#clock.monotonic() - this.#absentSinceMs : 0;
  }

  /** For how many milliseconds it isn't to be restored; 0 or less if it may be. */
  get restMs(): number {
    return this.#restsUntilMs - this.#clock.monotonic();
  }

  /** Takes what the watch, or the answer to a write, shows. */
  see(object: StoredObject | undefined, defects: readonly Defect[]): void {
    if (object === undefined && (this.object !== undefined || this.defects === undefined)) {
      this.#absentSinceMs = this.#clock.monotonic();
    }
    this.object = object;
    this.defects = defects;
  }

  /** Counts an attempt to restore the object, and lets it rest, the longer the more attempts there were. */
  attempt(): void {
    const nowMs = this.#clock.monotonic();
    this.#attempts = nowMs - this.#attemptedAtMs > calmMs ? 1 : this.#attempts + 1;
    this.#attemptedAtMs = nowMs;
    this.#restsUntilMs = nowMs + backoff.delayMs(this.#attempts);
  }
}
