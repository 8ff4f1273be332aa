// A message for a dispatcher goes in, the answer's status and body come out. Called by HttpTransport, once per attempt.
// Owns what may end an exchange early: the caller's signal, and the time limit.

import type { Dispatcher } from 'undici';
import type { Clock, Timer } from '../clock/index.ts';
import { ConnectionError, type Peer } from './connection-error.ts';
import { IncomingAnswer } from './incoming-answer.ts';

/** What surrounds an {@link Exchange}. */
export interface ExchangeContext {
  readonly peer: Peer;
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
  /** Asked immediately before the message is sent. What it throws, the exchange fails with. @default nobody is */
  readonly beforeDispatch?: (() => void) | undefined;
  /** Called once, when the exchange is released. */
  readonly released: () => void;
}

/**
 * One message to a server and its answer.
 *
 * Failures of the network are thrown as ConnectionError, an abort as the reason of the signal.
 * Must be {@link Exchange.release | released} when its answer has been read.
 */
export class Exchange {
  readonly #context: ExchangeContext;
  readonly #answer: IncomingAnswer;
  readonly #limitMs: number;
  #limit: Timer | undefined;
  #isReleased = false;

  /** @param limitMs - how long the whole exchange may take, unless {@link Exchange.waitForEver} lifts that. */
  constructor(context: ExchangeContext, limitMs: number) {
    const { peer, signal, beforeDispatch } = context;
    this.#context = context;
    this.#answer = new IncomingAnswer(peer, beforeDispatch);
    this.#limitMs = limitMs;
    this.#startLimit();
    signal?.addEventListener('abort', this.#cancel, { once: true });
  }

  /** Sends the message and waits for the head of the answer. */
  async open(dispatcher: Dispatcher, message: Dispatcher.DispatchOptions): Promise<void> {
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

  /** A header of the answer. @param name - in lower case. */
  header(name: string): string | undefined {
    const value = this.#answer.headers[name];
    return typeof value === 'string' ? value : value?.[0];
  }

  /**
   * The whole body.
   *
   * @throws RangeError if it is larger than `longestBytes`; the rest of it is not read.
   */
  text(longestBytes?: number): Promise<string> {
    return this.#answer.text(longestBytes);
  }

  /** The body as it comes in. Each piece starts the time limit anew. */
  async *chunks(): AsyncGenerator<Buffer> {
    for await (const chunk of this.#answer.chunks()) {
      if (this.#limit !== undefined) this.#startLimit();
      yield chunk;
    }
  }

  /** Lifts the time limit: the body goes on for as long as the server likes. */
  waitForEver(): void {
    this.#limit?.cancel();
    this.#limit = undefined;
  }

  /** Forgets the signal and the time limit. Harmless when repeated. */
  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.waitForEver();
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
