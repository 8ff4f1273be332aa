// In: a message for a dispatcher. Out: the answer's status and body. Called by HttpTransport, once per attempt. Owns the causes
// that end an exchange early: the caller's signal, and the time limit.

import type { Duplex } from 'node:stream';
import type { Dispatcher } from 'undici';
import { ConnectionError, type Peer } from '../api/index.ts';
import type { Clock, Timer } from '../clock/index.ts';
import { IncomingAnswer } from './incoming-answer.ts';

/** A request, as it is sent. */
export interface RequestMessage extends Dispatcher.DispatchOptions {
  readonly headers: Readonly<Record<string, string>>;
}

/** Sends messages over connections that it opens. Implemented by undici's dispatchers. */
export interface MessageDispatcher {
  dispatch(message: RequestMessage, answer: IncomingAnswer): unknown;
  /** Ends when running exchanges have ended. @param closed - called then. */
  close(closed: () => void): void;
  destroy(reason: Error): Promise<void>;
}

/** The settings of an {@link Exchange}. */
export interface ExchangeContext {
  readonly peer: Peer;
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
  /**
   * Called immediately before the message is sent. If it throws, the exchange fails with that error. @default no check
   */
  readonly beforeDispatch?: (() => void) | undefined;
  /** Called once, when the exchange is released. */
  readonly released: () => void;
}

/**
 * One message to a server and its answer.
 *
 * Network failures are thrown as ConnectionError, an abort as the reason of the signal. The caller must {@link
 * Exchange.release | release} it after reading the answer.
 */
export class Exchange {
  readonly #context: ExchangeContext;
  readonly #answer: IncomingAnswer;
  readonly #limitMs: number;
  #limit: Timer | undefined;
  #isReleased = false;

  /** @param limitMs - the maximum time of the whole exchange, unless {@link Exchange.waitWithoutLimit} removes it. */
  constructor(context: ExchangeContext, limitMs: number) {
    const { peer, signal, beforeDispatch } = context;
    this.#context = context;
    this.#answer = new IncomingAnswer(peer, beforeDispatch);
    this.#limitMs = limitMs;
    this.#startLimit();
    signal?.addEventListener('abort', this.#cancel, { once: true });
  }

  /** Sends the message and waits for the head of the answer. */
  async open(dispatcher: Pick<MessageDispatcher, 'dispatch'>, message: RequestMessage): Promise<void> {
    try {
      this.#context.signal?.throwIfAborted();
      dispatcher.dispatch(message, this.#answer);
      await this.#answer.head();
    } catch (error) {
      this.release();
      throw error;
    }
  }

  /** The HTTP status code of the answer. */
  get status(): number {
    return this.#answer.status;
  }

  /** The connection, whose protocol the server has switched. @throws ConnectionError if it hasn't. */
  get connection(): Duplex {
    return this.#answer.connection;
  }

  /** Returns a header of the answer. @param name - in lower case. */
  header(name: string): string | undefined {
    const value = this.#answer.headers[name];
    return typeof value === 'string' ? value : value?.[0];
  }

  /**
   * Returns the whole body.
   *
   * @throws RangeError if it is larger than `longestBytes`; the rest of it is not read.
   */
  text(longestBytes?: number): Promise<string> {
    return this.#answer.text(longestBytes);
  }

  /** Yields the body as it arrives. Each chunk restarts the time limit. */
  async *chunks(): AsyncGenerator<Buffer> {
    for await (const chunk of this.#answer.chunks()) {
      if (this.#limit !== undefined) this.#startLimit();
      yield chunk;
    }
  }

  /** Removes the time limit: the server may send the body for any length of time. */
  waitWithoutLimit(): void {
    this.#limit?.cancel();
    this.#limit = undefined;
  }

  /** Detaches from the signal and cancels the time limit. Idempotent. */
  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.waitWithoutLimit();
    this.#context.signal?.removeEventListener('abort', this.#cancel);
    this.#context.released();
  }

  readonly #cancel = (): void => this.#answer.abort(this.#context.signal?.reason);

  #startLimit(): void {
    const { clock, peer } = this.#context;
    this.#limit?.cancel();
    this.#limit = clock.timer(this.#limitMs, () => this.#answer.abort(new ConnectionError('timeout', peer)));
  }
}
