// In: the dispatcher's events about one message. Out: the response's head, and its body whole or in chunks. Called by Exchange.
// Undici's own `request` would wrap each response in a stream and a signal, which cost more than all other work of a request
// here.

import type { IncomingHttpHeaders } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Dispatcher } from 'undici';
import { ConnectionError, type Peer } from '../api/index.ts';

/**
 * The maximum number of unread bytes before the server has to wait: the data of one socket read is consumed within one
 * turn.
 */
const unreadLimitBytes = 1_048_576;

/** The response to one message, as a dispatcher delivers it. Fails as a whole with the first error. */
export class IncomingResponse implements Dispatcher.DispatchHandler {
  readonly #peer: Peer;
  readonly #beforeDispatch: (() => void) | undefined;
  readonly #head = Promise.withResolvers<void>();
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #headers: IncomingHttpHeaders = {};
  #connection: Duplex | undefined;
  #unread: Buffer[] = [];
  #unreadBytes = 0;
  #end: { readonly error?: unknown } | undefined;
  #wake: (() => void) | undefined;

  /** @param beforeDispatch - called when a connection is free, in the turn in which the first byte is written to it. */
  constructor(peer: Peer, beforeDispatch: (() => void) | undefined) {
    this.#peer = peer;
    this.#beforeDispatch = beforeDispatch;
  }

  /** Resolves when status and headers have arrived. */
  head(): Promise<void> {
    return this.#head.promise;
  }

  /** True if it has been read to its end, or has failed. */
  get isEnded(): boolean {
    return this.#end !== undefined;
  }

  get status(): number {
    return this.#status;
  }

  /** Returns a header of the response; of a repeated one, the first. @param name - in lower case */
  header(name: string): string | undefined {
    return [this.#headers[name]].flat()[0];
  }

  /** The connection, whose protocol the server has switched. @throws ConnectionError if it hasn't. */
  get connection(): Duplex {
    if (this.#connection !== undefined) return this.#connection;
    throw new ConnectionError('garbled', this.#peer, new Error('it does not switch to the requested protocol'));
  }

  /**
   * Ends the response with `reason`. Before the message is sent, this prevents sending it. Does nothing after the response has
   * ended.
   */
  abort(reason: unknown): void {
    if (this.#end !== undefined) return;
    this.#endResponse({ error: reason });
    this.#unread = [];
    this.#controller?.abort(new Error('aborted', { cause: reason }));
  }

  /**
   * Returns the whole body.
   *
   * @throws RangeError if it is larger than `longestBytes`; the rest of it is not read.
   */
  async text(longestBytes = Number.POSITIVE_INFINITY): Promise<string> {
    while (this.#end === undefined) {
      this.#controller?.resume();
      await this.#untilNews();
      if (this.#unreadBytes > longestBytes) {
        this.abort(new RangeError(`the response is larger than ${longestBytes} bytes`));
      }
    }
    this.#assertWhole();
    const [only, another] = this.#unread;
    return (only !== undefined && another === undefined ? only : Buffer.concat(this.#unread)).toString('utf8');
  }

  /** Yields the body in chunks, as they arrive. A caller that stops before the end closes the connection. */
  async *chunks(): AsyncGenerator<Buffer> {
    try {
      for (;;) {
        const chunk = this.#unread.shift();
        if (chunk !== undefined) {
          this.#unreadBytes -= chunk.length;
          yield chunk;
        } else if (this.#end === undefined) {
          this.#controller?.resume();
          await this.#untilNews();
        } else {
          this.#assertWhole();
          return;
        }
      }
    } finally {
      this.abort(new ConnectionError('closed', this.#peer));
    }
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // Throws rather than aborts, so that the next message can use the connection.
    this.#assertWhole();
    try {
      this.#beforeDispatch?.();
    } catch (error) {
      this.#endResponse({ error });
      throw error;
    }
  }

  onRequestUpgrade(
    _: Dispatcher.DispatchController,
    status: number,
    _headers: IncomingHttpHeaders,
    connection: Duplex,
  ): void {
    this.#status = status;
    this.#connection = connection;
    this.#head.resolve();
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    // A status below 200 is an interim response, not the final one.
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
    this.#head.resolve();
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#end !== undefined) return;
    this.#unread.push(chunk);
    this.#unreadBytes += chunk.length;
    if (this.#unreadBytes > unreadLimitBytes && this.#wake === undefined) controller.pause();
    this.#wake?.();
  }

  onResponseEnd(): void {
    this.#endResponse({});
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#endResponse({ error: ConnectionError.from(error, this.#peer) });
  }

  #endResponse(end: { readonly error?: unknown }): void {
    if (this.#end !== undefined) return;
    this.#end = end;
    if ('error' in end) this.#head.reject(end.error);
    this.#wake?.();
  }

  #assertWhole(): void {
    if (this.#end !== undefined && 'error' in this.#end) throw this.#end.error;
  }

  async #untilNews(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    this.#wake = undefined;
  }
}
