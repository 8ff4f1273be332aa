import type { IncomingMessage } from 'node:http';
import type { Clock } from '../clock/index.ts';
import { RequestError } from './request-error.ts';

/** How long a body may take to come in. API servers have the whole of it when they begin to send. */
const longestReadMs = 10_000;

/**
 * The body of a request, as text.
 *
 * What is too long is refused as soon as that is known: by its header, or when one byte too many has come.
 *
 * @throws RequestError if it is too long or takes longer than 10 s, and the reason of `signal` if that aborts.
 */
export async function requestBody(
  request: IncomingMessage,
  longestBytes: number,
  clock: Clock,
  signal: AbortSignal,
): Promise<string> {
  const tooLong = new RequestError(413, `the body is longer than ${longestBytes} bytes`);
  if (Number(request.headers['content-length'] ?? 0) > longestBytes) throw tooLong;
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const chunks: Buffer[] = [];
  let bytes = 0;
  const read = (chunk: Buffer): void => {
    bytes += chunk.length;
    if (bytes > longestBytes) reject(tooLong);
    else chunks.push(chunk);
  };
  const end = (): void => resolve(Buffer.concat(chunks).toString());
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
