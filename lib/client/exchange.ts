// A message for a dispatcher goes in, the answer's status and body come out. Called by HttpTransport, once per attempt.
// Owns what may end an exchange early: the caller's signal, and the time limit.

import type { Dispatcher } from 'undici';
import type { Clock, Timer } from '../clock/index.ts';
import { ConnectionError, type Peer } from './connection-error.ts';

/** What surrounds an {@link Exchange}. */
export interface ExchangeContext {
  readonly peer: Peer;
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
}

/**
 * One message to a server and its answer.
 *
 * Failures of the network are thrown as ConnectionError, an abort as the reason of the signal.
 * Must be {@link Exchange.release | released} when its answer has been read.
 */
export class Exchange {
  readonly #context: ExchangeContext;
  readonly #abort = new AbortController();
  readonly #limit: Timer;
  #response: Dispatcher.ResponseData | undefined;

  /** @param limitMs - how long the whole exchange may take, unless {@link Exchange.waitForEver} lifts that. */
  constructor(context: ExchangeContext, limitMs: number) {
    this.#context = context;
    const { clock, signal, peer } = context;
    this.#limit = clock.timer(limitMs, () => this.#abort.abort(new ConnectionError('timeout', peer)));
    signal?.addEventListener('abort', this.#cancel, { once: true });
    if (signal?.aborted) this.#cancel();
  }

  /** Sends the message and waits for the head of the answer. */
  async open(dispatcher: Dispatcher, message: Dispatcher.RequestOptions): Promise<void> {
    try {
      this.#response = await dispatcher.request({ ...message, signal: this.#abort.signal });
    } catch (error) {
      this.release();
      throw this.#failure(error);
    }
  }

  /** The HTTP status code of the answer. */
  get status(): number {
    return this.#answer.statusCode;
  }

  /** A header of the answer. @param name - in lower case. */
  header(name: string): string | undefined {
    const value = this.#answer.headers[name];
    return typeof value === 'string' ? value : value?.[0];
  }

  /** The whole body. */
  async text(): Promise<string> {
    try {
      return await this.#answer.body.text();
    } catch (error) {
      throw this.#failure(error);
    }
  }

  /** The body as it comes in. */
  async *chunks(): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of this.#answer.body) yield chunk;
    } catch (error) {
      throw this.#failure(error);
    }
  }

  /** Lifts the time limit: the body goes on for as long as the server likes. */
  waitForEver(): void {
    this.#limit.cancel();
  }

  /** Forgets the signal and the time limit. */
  release(): void {
    this.#limit.cancel();
    this.#context.signal?.removeEventListener('abort', this.#cancel);
  }

  readonly #cancel = (): void => this.#abort.abort(this.#context.signal?.reason);

  get #answer(): Dispatcher.ResponseData {
    if (this.#response === undefined) throw new Error('the exchange has no answer yet: open it first');
    return this.#response;
  }

  #failure(error: unknown): unknown {
    const { signal, peer } = this.#context;
    return signal?.aborted ? signal.reason : ConnectionError.from(error, peer);
  }
}
