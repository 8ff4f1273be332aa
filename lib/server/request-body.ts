import type { IncomingMessage } from 'node:http';
import type { Clock } from '../clock/index.ts';
import type { RequestRoom } from './capacity.ts';
import { RequestError } from './request-error.ts';

/** How long a body may take to come in. API servers have the whole of it when they begin to send. */
const longestReadMs = 10_000;

/** The bounds of a body. */
export interface BodyLimits {
  readonly longestBytes: number;
  readonly clock: Clock;
  /** Asked for the bytes as they come. */
  readonly room: Pick<RequestRoom, 'take'>;
}

/**
 * The body of a request.
 *
 * What is too long is refused as soon as that is known: by its header, or when one byte too many has come. What there is
 * no room for is read to its end without being kept, so that the client reads the answer: one that still sends may not.
 *
 * @throws RequestError if it is too long, if it takes longer than 10 s, or if there is no room for it; and the reason of
 *   `signal` if that aborts.
 */
export async function requestBody(
  request: IncomingMessage,
  { longestBytes, clock, room }: BodyLimits,
  signal: AbortSignal,
): Promise<Buffer> {
  const tooLong = new RequestError(413, `the body is longer than ${longestBytes} bytes`);
  if (Number(request.headers['content-length'] ?? 0) > longestBytes) throw tooLong;
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let bytes = 0;
  let refusal: unknown;
  const keep = (chunk: Buffer): void => {
    try {
      room.take(chunk.length);
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
  const timer = clock.timer(longestReadMs, () =>
    reject(new RequestError(408, `the body did not come within ${longestReadMs / 1000} s`)),
  );
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
