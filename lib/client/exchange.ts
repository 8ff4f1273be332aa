// In: a message for a dispatcher. Out: the response's status and body. Called by HttpTransport, once per attempt. Owns the causes
// that end an exchange early: the caller's signal, and the time limit.

import type { Dispatcher } from 'undici';
import { ConnectionError, type Peer } from '../api/index.ts';
import type { Clock, Timer } from '../clock/index.ts';
import { IncomingResponse } from './incoming-response.ts';

/** A request, as it is sent. */
export interface RequestMessage extends Dispatcher.DispatchOptions {
  readonly headers: Readonly<Record<string, string>>;
}

/** Sends messages over connections that it opens. Implemented by undici's dispatchers. */
export interface MessageDispatcher {
  dispatch(message: RequestMessage, response: IncomingResponse): unknown;
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
 * One message to a server and its response.
 *
 * Network failures are thrown as ConnectionError, an abort as the reason of the signal. The caller must {@link
 * Exchange.release | release} it after reading the response.
 */
export class Exchange {
  readonly #context: ExchangeContext;
  /** The response; {@link Exchange.chunks} yields its body within the time limit. */
  readonly response: IncomingResponse;
  readonly #limitMs: number;
  #limit: Timer | undefined;
  #isReleased = false;

  /** @param limitMs - the maximum time of the whole exchange, unless {@link Exchange.waitWithoutLimit} removes it. */
  constructor(context: ExchangeContext, limitMs: number) {
    const { peer, signal, beforeDispatch } = context;
    this.#context = context;
    this.response = new IncomingResponse(peer, beforeDispatch);
    this.#limitMs = limitMs;
    this.#startLimit();
    signal?.addEventListener('abort', this.#cancel, { once: true });
  }

  /** Sends the message and waits for the head of the response. */
  async open(dispatcher: Pick<MessageDispatcher, 'dispatch'>, message: RequestMessage): Promise<void> {
    try {
      this.#context.signal?.throwIfAborted();
      dispatcher.dispatch(message, this.response);
      await this.response.head();
    } catch (error) {
      this.release();
      throw error;
    }
  }

  /** Yields the body as it arrives. Each chunk restarts the time limit. */
  async *chunks(): AsyncGenerator<Buffer> {
    for await (const chunk of this.response.chunks()) {
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

  readonly #cancel = (): void => this.response.abort(this.#context.signal?.reason);

  #startLimit(): void {
    const { clock, peer } = this.#context;
    this.#limit?.cancel();
    this.#limit = clock.timer(this.#limitMs, () => this.response.abort(new ConnectionError('timeout', peer)));
  }
}
