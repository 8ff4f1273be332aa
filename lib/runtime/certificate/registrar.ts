// In: the trusted authorities, and the objects that name them for API servers. Out: objects with the right authorities, also
// after other clients change them. Called by the manager's wiring, in the one replica that manages certificates; the rotation
// reads the progress.

import { formatObjectKey, type ObjectAddress, type StoredObject } from '../../api/index.ts';
import { type Client, isConflict, isOvertaken, type JsonPatchOperation, objectSelection } from '../../client/index.ts';
import { type Clock, WakeUp, withTimeLimit } from '../../clock/index.ts';
import type { Logger } from '../../telemetry/index.ts';
import type { LatestState, WatchObject } from './latest-state.ts';
import { RegisteredTarget } from './registered-target.ts';
import { registrationPatch, type ServiceAddress } from './registration.ts';

/** The dependencies of a registrar. */
export interface RegistrarPorts {
  readonly client: Client;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly watchObject: WatchObject;
}

/** The objects to write, and the address to register. */
export interface RegistrarOptions {
  /** The webhook configurations, and the definitions of the converted kinds. */
  readonly targets: readonly ObjectAddress[];
  readonly service: ServiceAddress;
  /** `https://host:port` to register instead of the Service, as long as the registrar runs. @default the Service */
  readonly url?: (() => Promise<string>) | undefined;
}

/** The longest time between two checks. Every relevant change wakes the registrar. */
const longestPauseMs = 3_600_000;

/** The time limit for restoring the Service in all objects: less than the drain time of a group of the manager. */
const withdrawalMs = 3_000;

/**
 * Keeps the trusted authorities and the webhooks' address in some objects, also after another client applies their
 * manifests again. A missing object is not an error; the registrar writes it when it is created.
 */
export class Registrar {
  readonly #ports: RegistrarPorts;
  readonly #options: RegistrarOptions;
  readonly #wakeUp: WakeUp;
  readonly #listeners: (() => void)[] = [];
  /** The targets as seen in this run: states from an earlier run may be outdated. */
  #targets: readonly RegisteredTarget[] = [];
  #bundle: string | undefined;
  #url: string | undefined;
  #isRunning = false;
  #registeredAtMs: number | undefined;

  constructor(ports: RegistrarPorts, options: RegistrarOptions) {
    this.#ports = ports;
    this.#options = options;
    this.#wakeUp = new WakeUp(ports.clock);
  }

  /** True if this process registers the authorities and has not finished. */
  get isRegistering(): boolean {
    return this.#isRunning && this.#registeredAtMs === undefined;
  }

  /**
   * Returns the milliseconds since all objects were first seen with exactly these authorities; undefined while they
   * differ.
   */
  registeredForMs(bundle: string): number | undefined {
    if (this.#registeredAtMs === undefined || bundle !== this.#bundle) return undefined;
    return this.#ports.clock.monotonic() - this.#registeredAtMs;
  }

  /** Sets the authorities to trust, as PEM, from now on. */
  register(bundle: string): void {
    if (bundle === this.#bundle) return;
    this.#bundle = bundle;
    this.#registeredAtMs = undefined;
    for (const target of this.#targets) target.writes.reset();
    this.#updateRegisteredTime();
    this.#wakeUp.wake();
  }

  /** Calls `listener` whenever the results of this registrar may have changed. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /**
   * Registers until `signal` aborts. Then, if a URL was registered, restores the Service.
   *
   * @throws the error of {@link RegistrarOptions.url}.
   */
  async run(signal: AbortSignal): Promise<void> {
    this.#targets = this.#options.targets.map((target) => new RegisteredTarget(target, this.#ports.clock));
    this.#registeredAtMs = undefined;
    this.#isRunning = true;
    try {
      await this.#keepRegistered(signal);
    } finally {
      this.#isRunning = false;
      this.#updateRegisteredTime();
    }
  }

  async #keepRegistered(signal: AbortSignal): Promise<void> {
    this.#url = await this.#options.url?.();
    this.#updateRegisteredTime();
    const watched = this.#targets.map((target) =>
      this.#ports.watchObject(target, (object) => this.#updateTarget(target.latest, object), signal),
    );
    while (!signal.aborted) {
      const pauses = await Promise.all(this.#targets.map((target) => this.#writeRegistration(target, signal)));
      await this.#wakeUp.wait(Math.min(longestPauseMs, ...pauses), signal);
    }
    await Promise.all(watched);
    if (this.#url !== undefined) await this.#withdrawUrl();
  }

  #updateTarget(latest: LatestState, object: StoredObject | undefined): void {
    latest.update(object);
    this.#updateRegisteredTime();
    this.#wakeUp.wake();
  }

  /** Records the time since which all objects are correct. */
  #updateRegisteredTime(): void {
    const isRegistered =
      this.#isRunning && this.#targets.every((target) => target.latest.isKnown && !this.#lacksRegistration(target));
    if (!isRegistered || this.#bundle === undefined) this.#registeredAtMs = undefined;
    else this.#registeredAtMs ??= this.#ports.clock.monotonic();
    for (const listener of this.#listeners) listener();
  }

  #lacksRegistration({ latest: { object } }: RegisteredTarget): boolean {
    return object !== undefined && this.#patchOf(object, this.#url).length > 0;
  }

  #patchOf(object: StoredObject, url: string | undefined): readonly JsonPatchOperation[] {
    if (this.#bundle === undefined) return [];
    return registrationPatch(object, { bundle: this.#bundle, url, service: this.#options.service });
  }

  /** Writes the registration if the object lacks it. @returns the milliseconds until the next check. */
  async #writeRegistration(target: RegisteredTarget, signal: AbortSignal): Promise<number> {
    const { latest, kind, key } = target;
    const body = latest.object === undefined ? [] : this.#patchOf(latest.object, this.#url);
    if (body.length === 0) return longestPauseMs;
    const { writes } = target;
    if (writes.waitMs > 0) return writes.waitMs;
    const registration = `${kind.kind} ${formatObjectKey(key)}`;
    const logger = this.#ports.logger.with({ registration });
    const content = JSON.stringify([this.#bundle, this.#url]);
    writes.begin();
    try {
      const object = await this.#ports.client.patch(kind, key, { type: 'json', body }, { signal });
      if (target.recordWrite(content) < 3)
        logger.info('the manager has written the caBundle by which API servers trust it');
      else
        logger.warn(
          `another actor changed the caBundle of ${registration}; the manager has written it again, and waits longer each time`,
        );
      if (writes.count > 1) writes.delayNext();
      this.#updateTarget(latest, object);
      return longestPauseMs;
    } catch (error) {
      if (signal.aborted) return longestPauseMs;
      // Another client has written or deleted it, which the watch will report.
      logger[isOvertaken(error) || writes.count > 1 ? 'debug' : 'warn']('registration failed and is tried again', {
        error,
      });
      return writes.delayNext();
    }
  }

  /** Restores the Service in all objects; the authorities stay. */
  async #withdrawUrl(): Promise<void> {
    const present = this.#targets.filter(({ latest }) => latest.object !== undefined);
    await withTimeLimit(this.#ports.clock, { ms: withdrawalMs, message: 'out of time' }, (signal) =>
      Promise.all(present.map((target) => this.#restoreService(target, signal))),
    );
  }

  async #restoreService({ kind, key }: ObjectAddress, signal: AbortSignal): Promise<void> {
    const { client, logger } = this.#ports;
    try {
      // A list with the selection of watches, which needs no further right.
      const { items } = await client.list(kind, { ...objectSelection(key), signal });
      const body = items.flatMap((object) => this.#patchOf(object, undefined));
      if (body.length > 0) await client.patch(kind, key, { type: 'json', body }, { signal });
    } catch (error) {
      if (isConflict(error)) return await this.#restoreService({ kind, key }, signal);
      const registration = `${kind.kind} ${formatObjectKey(key)}`;
      logger.warn('registration still has the URL of this process: run it once more and end it', {
        registration,
        error,
      });
    }
  }
}
