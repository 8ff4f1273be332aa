import type { IncomingMessage } from 'node:http';
import type { Clock } from '../clock/index.ts';
import type { RequestCapacity } from './capacity.ts';
import { RequestError } from './request-error.ts';

/** The maximum time to receive a body. API servers have all of it when they begin to send. */
const longestReadMs = 10_000;

/** The limits of a body. */
export interface BodyLimits {
  readonly longestBytes: number;
  readonly clock: Clock;
  /** The capacity for the received bytes. */
  readonly capacity: Pick<RequestCapacity, 'take'>;
}

/**
 * Reads the body of a request.
 *
 * A body that is too long is rejected at once: by its header, or after one byte too many. Without enough capacity, the
 * rest is read and dropped, so that the client reads the response: a client that still sends may not read.
 *
 * @throws RequestError if it is too long, takes longer than 10 s, or exceeds the capacity; the reason of `signal` if
 *   that aborts.
 */
export async function requestBody(
  request: IncomingMessage,
  { longestBytes, clock, capacity }: BodyLimits,
  signal: AbortSignal,
): Promise<Buffer> {
  const tooLong = new RequestError(413, `the body is longer than ${longestBytes} bytes`);
  const tooLate = new RequestError(408, `the body was not received within ${longestReadMs / 1000} s`);
  if (Number(request.headers['content-length'] ?? 0) > longestBytes) throw tooLong;
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let bytes = 0;
  let refusal: unknown;
  const keep = (chunk: Buffer): void => {
    try {
      capacity.take(chunk.length);
      chunks.push(chunk);
    } catch (error) {
      refusal = error;
      chunks.splice(0);
    }
  };
  const read = (chunk: Buffer): void => {
    bytes += chunk.length;
    if (bytes > longestBytes) reject(tooLong);
    else if (refusal === undefined) keep(chunk);
  };
  const end = (): void => (refusal === undefined ? resolve(Buffer.concat(chunks)) : reject(refusal));
  const abandon = (): void => reject(signal.reason);
  const timer = clock.timer(longestReadMs, () => reject(tooLate));
  request.on('data', read).once('end', end);
  signal.addEventListener('abort', abandon, { once: true });
  if (signal.aborted) abandon();
  try {
    return await promise;
  } finally {
    timer.cancel();
    request.off('data', read).off('end', end).pause();
    signal.removeEventListener('abort', abandon);
  }
}
