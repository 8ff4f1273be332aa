// In: whom API servers are to trust, and the objects that tell them. Out: objects that do, whoever else writes them.
// Called by the manager's wiring, in the one replica that looks after certificates; the rotation asks how far it is.

import { formatObjectKey, type ObjectAddress, type StoredObject } from '../../api/index.ts';
import { type Client, isConflict, isNotFound, type JsonPatchOperation, objectSelection } from '../../client/index.ts';
import { type Clock, WakeUp } from '../../clock/index.ts';
import type { Logger } from '../../telemetry/index.ts';
import type { Follow } from './follow.ts';
import type { LatestState } from './latest-state.ts';
import { RegisteredTarget } from './registered-target.ts';
import { registrationPatch, type ServiceAddress } from './registration.ts';

/** What a registrar works with. */
export interface RegistrarPorts {
  readonly client: Client;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly follow: Follow;
}

/** What is registered where. */
export interface RegistrarOptions {
  /** The webhook configurations, and the definitions of the kinds that are converted. */
  readonly targets: readonly ObjectAddress[];
  readonly service: ServiceAddress;
  /** `https://host:port` to register instead of the Service, for as long as the registrar runs. @default the Service */
  readonly url?: (() => Promise<string>) | undefined;
}

/** The longest time between two looks. Everything that matters rings. */
const longestPauseMs = 3_600_000;

/** How long the objects may take to get their Service back: less than the drain time of a group of the manager. */
const withdrawalMs = 3_000;

/**
 * Keeps it said in some objects whom API servers are to trust and where the webhooks are, also after somebody has
 * applied their manifests anew. An object that doesn't exist says nothing wrong; it is put right when it comes.
 */
export class Registrar {
  readonly #ports: RegistrarPorts;
  readonly #options: RegistrarOptions;
  readonly #wakeUp: WakeUp;
  readonly #listeners: (() => void)[] = [];
  /** As this run has seen them: what one before has seen may be long past. */
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

  /** Whether this process is the one to register something, and has not done so. */
  get isBehind(): boolean {
    return this.#isRunning && this.#registeredAtMs === undefined;
  }

  /** For how long all objects have been seen to name these authorities and no others; undefined while they don't. */
  registeredForMs(bundle: string): number | undefined {
    if (this.#registeredAtMs === undefined || bundle !== this.#bundle) return undefined;
    return this.#ports.clock.monotonic() - this.#registeredAtMs;
  }

  /** Wants these authorities, as PEM, to be trusted from now on, and no others. */
  register(bundle: string): void {
    if (bundle === this.#bundle) return;
    this.#bundle = bundle;
    this.#registeredAtMs = undefined;
    for (const target of this.#targets) target.wake();
    this.#look();
    this.#wakeUp.wake();
  }

  /** Calls `listener` whenever an answer of this registrar may have become another one. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /**
   * Registers until `signal` aborts. Then, where a URL was registered, the Service is again.
   *
   * @throws what {@link RegistrarOptions.url} throws.
   */
  async run(signal: AbortSignal): Promise<void> {
    this.#targets = this.#options.targets.map((target) => new RegisteredTarget(target, this.#ports.clock));
    this.#registeredAtMs = undefined;
    this.#isRunning = true;
    try {
      await this.#keep(signal);
    } finally {
      this.#isRunning = false;
      this.#look();
    }
  }

  async #keep(signal: AbortSignal): Promise<void> {
    this.#url = await this.#options.url?.();
    this.#look();
    const follows = this.#targets.map((target) =>
      this.#ports.follow(target, (object) => this.#see(target.latest, object), signal),
    );
    while (!signal.aborted) {
      const pauses = await Promise.all(this.#targets.map((target) => this.#tell(target, signal)));
      await this.#wakeUp.wait(Math.min(longestPauseMs, ...pauses), signal);
    }
    await Promise.all(follows);
    if (this.#url !== undefined) await this.#withdraw();
  }

  #see(latest: LatestState, object: StoredObject | undefined): void {
    latest.see(object);
    this.#look();
    this.#wakeUp.wake();
  }

  /** Notes since when everything has been said. */
  #look(): void {
    const isSaid = this.#isRunning && this.#targets.every((target) => target.latest.isKnown && !this.#lacks(target));
    if (!isSaid || this.#bundle === undefined) this.#registeredAtMs = undefined;
    else this.#registeredAtMs ??= this.#ports.clock.monotonic();
    for (const listener of this.#listeners) listener();
  }

  #lacks({ latest: { object } }: RegisteredTarget): boolean {
    return object !== undefined && this.#patchOf(object, this.#url).length > 0;
  }

  #patchOf(object: StoredObject, url: string | undefined): readonly JsonPatchOperation[] {
    if (this.#bundle === undefined) return [];
    return registrationPatch(object, { bundle: this.#bundle, url, service: this.#options.service });
  }

  /** @returns after how many milliseconds to look again. */
  async #tell(target: RegisteredTarget, signal: AbortSignal): Promise<number> {
    const { latest, kind, key } = target;
    const body = latest.object === undefined ? [] : this.#patchOf(latest.object, this.#url);
    if (body.length === 0) return longestPauseMs;
    const { restMs } = target;
    if (restMs > 0) return restMs;
    const registration = `${kind.kind} ${formatObjectKey(key)}`;
    const logger = this.#ports.logger.with({ registration });
    const content = JSON.stringify([this.#bundle, this.#url]);
    target.count();
    try {
      const object = await this.#ports.client.patch(kind, key, { type: 'json', body }, { signal });
      if (target.wrote(content) < 3) logger.info('the manager has written the caBundle by which API servers trust it');
      else
        logger.warn(
          `another actor changed the caBundle of ${registration}; the manager has written it again, and waits longer each time`,
        );
      if (target.attempts > 1) target.rest();
      this.#see(latest, object);
      return longestPauseMs;
    } catch (error) {
      if (signal.aborted) return longestPauseMs;
      // Somebody else has written or deleted it, of which the watch will tell in a moment.
      const isOvertaken = isConflict(error) || isNotFound(error);
      logger[isOvertaken || target.attempts > 1 ? 'debug' : 'warn']('registration failed and is tried again', {
        error,
      });
      return target.rest();
    }
  }

  /** Leaves the objects as those who applied them know them, but for the authorities. */
  async #withdraw(): Promise<void> {
    const patience = new AbortController();
    const timer = this.#ports.clock.timer(withdrawalMs, () => patience.abort(new Error('out of time')));
    const present = this.#targets.filter(({ latest }) => latest.object !== undefined);
    await Promise.all(present.map((target) => this.#restore(target, patience.signal)));
    timer.cancel();
  }

  async #restore({ kind, key }: ObjectAddress, signal: AbortSignal): Promise<void> {
    const { client, logger } = this.#ports;
    try {
      // Asked for as watches do, so that it takes no right of its own.
      const { items } = await client.list(kind, { ...objectSelection(key), signal });
      const body = items.flatMap((object) => this.#patchOf(object, undefined));
      if (body.length > 0) await client.patch(kind, key, { type: 'json', body }, { signal });
    } catch (error) {
      if (isConflict(error)) return await this.#restore({ kind, key }, signal);
      const registration = `${kind.kind} ${formatObjectKey(key)}`;
      logger.warn('registration still has the URL of this process: run it once more and end it', {
        registration,
        error,
      });
    }
  }
}
