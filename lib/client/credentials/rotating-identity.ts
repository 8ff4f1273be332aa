// In: sources of an identity (files, a plugin). Out: the current identity. Called once for every request by the HTTP client.

import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../../clock/index.ts';
import type { Identity, IdentitySource } from './credentials.ts';

/**
 * Kubelets replace a token when a fifth of its life is left, at least minutes before it expires; an interval of seconds is
 * enough.
 */
const freshMs = 10_000;

/** Reads an identity. `isRefused` means that the server has rejected the last one, so a cached copy is not enough. */
export type ReadIdentity = (options: { readonly isRefused: boolean }) => Promise<Identity>;

/**
 * An identity that is read again at most every ten seconds, and at once when the server rejects it.
 *
 * Concurrent calls share one read. While the source can't be read, the last identity stays in use; the failure is thrown
 * when the server rejects that identity.
 */
export class RotatingIdentity implements IdentitySource {
  readonly #read: ReadIdentity;
  readonly #clock: Clock;
  #identity: Identity | undefined;
  #readAt = 0;
  #reading: { readonly isRefused: boolean; readonly identity: Promise<Identity> } | undefined;

  constructor(read: ReadIdentity, clock: Clock) {
    this.#read = read;
    this.#clock = clock;
  }

  current(): Identity | Promise<Identity> {
    const last = this.#identity;
    if (last === undefined) return this.#readOnce({ isRefused: false });
    if (this.#clock.monotonic() - this.#readAt < freshMs) return last;
    return this.#readOnce({ isRefused: false }).catch(() => {
      this.#readAt = this.#clock.monotonic();
      return last;
    });
  }

  async refresh(refused: Identity): Promise<Identity> {
    const known = this.#identity;
    return known === undefined || known === refused ? this.#readOnce({ isRefused: true }) : known;
  }

  #readOnce(options: Parameters<ReadIdentity>[0]): Promise<Identity> {
    const { isRefused } = options;
    const running = this.#reading;
    // A running read may return the rejected identity from a cache.
    if (running !== undefined && (running.isRefused || !isRefused)) return running.identity;
    const reading = { isRefused, identity: this.#readAfter(running?.identity, options) };
    this.#reading = reading;
    return reading.identity.finally(() => {
      if (this.#reading === reading) this.#reading = undefined;
    });
  }

  async #readAfter(running: Promise<Identity> | undefined, options: Parameters<ReadIdentity>[0]): Promise<Identity> {
    await Promise.allSettled([running]);
    return this.#keepIdentity(await this.#read(options));
  }

  #keepIdentity(next: Identity): Identity {
    const last = this.#identity;
    this.#readAt = this.#clock.monotonic();
    if (last === undefined || !isDeepStrictEqual(last, next)) {
      const isSameTls = last !== undefined && isDeepStrictEqual(last.tls, next.tls);
      this.#identity = isSameTls ? { ...next, tls: last.tls } : next;
    }
    return this.#identity ?? next;
  }
}
