// In: whom API servers are to trust, and the objects that tell them. Out: objects that do, whoever else writes them.
// Called by the manager's wiring, in the one replica that looks after certificates; the rotation asks how far it is.

import { formatObjectKey, type ObjectAddress, type StoredObject } from '../../api/index.ts';
import { type Client, isConflict, isNotFound, type JsonPatchOperation, objectSelection } from '../../client/index.ts';
import { Backoff, Bell, type Clock } from '../../clock/index.ts';
import type { Logger } from '../../telemetry/index.ts';
import type { Follow } from './follow.ts';
import { LatestState } from './latest-state.ts';
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

/** An object that is to tell. */
interface Target extends ObjectAddress {
  readonly latest: LatestState;
  /** Writes that followed one another without a time of calm. */
  attempts: number;
  attemptedAtMs: number;
  /** Not to be written before, by the monotonic clock. */
  restsUntilMs: number;
}

/** The longest time between two looks. Everything that matters rings. */
const longestPauseMs = 3_600_000;

/**
 * After how long without a write the next one counts as the first. Whoever takes back at once what was written, such as
 * a tool that insists on its manifests, is answered ever more slowly.
 */
const calmMs = 60_000;

/** How long the objects may take to get their Service back: less than the drain time of a group of the manager. */
const withdrawalMs = 3_000;

/**
 * Keeps it said in some objects whom API servers are to trust and where the webhooks are, also after somebody has
 * applied their manifests anew. An object that doesn't exist says nothing wrong; it is put right when it comes.
 */
export class Registrar {
  readonly #ports: RegistrarPorts;
  readonly #options: RegistrarOptions;
  readonly #backoff = new Backoff({ baseMs: 500, maxMs: 30_000 });
  readonly #bell: Bell;
  readonly #listeners: (() => void)[] = [];
  /** As this run has seen them: what one before has seen may be long past. */
  #targets: readonly Target[] = [];
  #bundle: string | undefined;
  #url: string | undefined;
  #isRunning = false;
  #registeredAtMs: number | undefined;

  constructor(ports: RegistrarPorts, options: RegistrarOptions) {
    this.#ports = ports;
    this.#options = options;
    this.#bell = new Bell(ports.clock);
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
    for (const target of this.#targets) target.restsUntilMs = 0;
    this.#look();
    this.#bell.ring();
  }

  /** Calls `listener` whenever an answer of this registrar may have become another one. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Registers until `signal` aborts. Then, where a URL was registered, the Service is again. */
  async run(signal: AbortSignal): Promise<void> {
    const { targets, url } = this.#options;
    this.#targets = targets.map((target) => ({
      ...target,
      latest: new LatestState(),
      attempts: 0,
      attemptedAtMs: 0,
      restsUntilMs: 0,
    }));
    this.#registeredAtMs = undefined;
    this.#isRunning = true;
    this.#url = await url?.();
    this.#look();
    const follows = this.#targets.map((target) =>
      this.#ports.follow(target, (object) => this.#see(target.latest, object), signal),
    );
    while (!signal.aborted) {
      const pauses = await Promise.all(this.#targets.map((target) => this.#tell(target, signal)));
      await this.#bell.wait(Math.min(longestPauseMs, ...pauses), signal);
    }
    await Promise.all(follows);
    if (this.#url !== undefined) await this.#withdraw();
    this.#isRunning = false;
    this.#look();
  }

  #see(latest: LatestState, object: StoredObject | undefined): void {
    latest.see(object);
    this.#look();
    this.#bell.ring();
  }

  /** Notes since when everything has been said. */
  #look(): void {
    const isSaid = this.#isRunning && this.#targets.every((target) => target.latest.isKnown && !this.#lacks(target));
    if (!isSaid || this.#bundle === undefined) this.#registeredAtMs = undefined;
    else this.#registeredAtMs ??= this.#ports.clock.monotonic();
    for (const listener of this.#listeners) listener();
  }

  #lacks({ latest: { object } }: Target): boolean {
    return object !== undefined && this.#patchOf(object, this.#url).length > 0;
  }

  #patchOf(object: StoredObject, url: string | undefined): readonly JsonPatchOperation[] {
    if (this.#bundle === undefined) return [];
    return registrationPatch(object, { bundle: this.#bundle, url, service: this.#options.service });
  }

  /** @returns after how many milliseconds to look again. */
  async #tell(target: Target, signal: AbortSignal): Promise<number> {
    const { latest, kind, key } = target;
    const body = latest.object === undefined ? [] : this.#patchOf(latest.object, this.#url);
    if (body.length === 0) return longestPauseMs;
    const { client, clock } = this.#ports;
    const restMs = target.restsUntilMs - clock.monotonic();
    if (restMs > 0) return restMs;
    const logger = this.#ports.logger.with({ registration: `${kind.kind} ${formatObjectKey(key)}` });
    this.#count(target);
    try {
      const object = await client.patch(kind, key, { type: 'json', body }, { signal });
      if (target.attempts < 3) logger.info('API servers are told whom to trust');
      else logger.warn('somebody else changes what API servers are told; it is told them again, ever more slowly');
      if (target.attempts > 1) this.#rest(target);
      this.#see(latest, object);
      return longestPauseMs;
    } catch (error) {
      if (signal.aborted) return longestPauseMs;
      // Somebody else has written or deleted it, of which the watch will tell in a moment.
      const isOvertaken = isConflict(error) || isNotFound(error);
      logger[isOvertaken || target.attempts > 1 ? 'debug' : 'warn']('registration failed and is tried again', {
        error,
      });
      return this.#rest(target);
    }
  }

  #count(target: Target): void {
    const nowMs = this.#ports.clock.monotonic();
    target.attempts = nowMs - target.attemptedAtMs > calmMs ? 1 : target.attempts + 1;
    target.attemptedAtMs = nowMs;
  }

  #rest(target: Target): number {
    const delayMs = this.#backoff.delayMs(target.attempts);
    target.restsUntilMs = this.#ports.clock.monotonic() + delayMs;
    return delayMs;
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
