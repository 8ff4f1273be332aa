// A message for a dispatcher goes in, the answer's status and body come out. Called by HttpTransport, once per attempt.
// Owns what may end an exchange early: the caller's signal, and the time limit.

import type { Dispatcher } from 'undici';
import type { Clock, Timer } from '../clock/index.ts';
import { ConnectionError, type Peer } from './connection-error.ts';
import { guardedBy } from './dispatch-guard.ts';

/** What surrounds an {@link Exchange}. */
export interface ExchangeContext {
  readonly peer: Peer;
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
  /** Asked immediately before the message is sent. What it throws, the exchange fails with. @default nobody is */
  readonly beforeDispatch?: (() => void) | undefined;
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
  readonly #limitMs: number;
  #limit: Timer | undefined;
  #response: Dispatcher.ResponseData | undefined;

  /** @param limitMs - how long the whole exchange may take, unless {@link Exchange.waitForEver} lifts that. */
  constructor(context: ExchangeContext, limitMs: number) {
    this.#context = context;
    this.#limitMs = limitMs;
    this.#startLimit();
    const { signal } = context;
    signal?.addEventListener('abort', this.#cancel, { once: true });
    if (signal?.aborted) this.#cancel();
  }

  /** Sends the message and waits for the head of the answer. */
  async open(dispatcher: Dispatcher, message: Dispatcher.RequestOptions): Promise<void> {
    const { beforeDispatch } = this.#context;
    const dispatched =
      beforeDispatch === undefined ? dispatcher : dispatcher.compose(guardedBy(this.#allowed(beforeDispatch)));
    try {
      const answer = dispatched.request({ ...message, signal: this.#abort.signal });
      this.#response = await Promise.race([answer, this.#givenUp()]);
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

  /** The body as it comes in. Each piece starts the time limit anew. */
  async *chunks(): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of this.#answer.body) {
        if (this.#limit !== undefined) this.#startLimit();
        yield chunk;
      }
    } catch (error) {
      throw this.#failure(error);
    }
  }

  /** Lifts the time limit: the body goes on for as long as the server likes. */
  waitForEver(): void {
    this.#limit?.cancel();
    this.#limit = undefined;
  }

  /** Forgets the signal and the time limit. */
  release(): void {
    this.waitForEver();
    this.#context.signal?.removeEventListener('abort', this.#cancel);
  }

  readonly #cancel = (): void => this.#abort.abort(this.#context.signal?.reason);

  #startLimit(): void {
    const { clock, peer } = this.#context;
    this.#limit?.cancel();
    this.#limit = clock.timer(this.#limitMs, () => this.#abort.abort(new ConnectionError('timeout', peer)));
  }

  get #answer(): Dispatcher.ResponseData {
    if (this.#response === undefined) throw new Error('the exchange has no answer yet: open it first');
    return this.#response;
  }

  /** Rejects when the exchange ends early: a dispatcher says nothing of it while the message waits for a connection. */
  #givenUp(): Promise<never> {
    const { signal } = this.#abort;
    return new Promise((_, reject) => {
      const give = (): void => reject(signal.reason);
      if (signal.aborted) give();
      else signal.addEventListener('abort', give, { once: true });
    });
  }

  #allowed(beforeDispatch: () => void): () => void {
    return () => {
      try {
        beforeDispatch();
      } catch (error) {
        this.#abort.abort(error);
        throw error;
      }
    };
  }

  #failure(error: unknown): unknown {
    const { signal } = this.#abort;
    return signal.aborted ? signal.reason : ConnectionError.from(error, this.#context.peer);
  }
}
