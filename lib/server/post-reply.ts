// In: a POST to an endpoint. Out: its reply, or the refusal of what is too long, too slow or no JSON.
// Called for each request by the request listener.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../clock/index.ts';
import { type PostEndpoint, plainText, type Reply } from './endpoint.ts';
import type { ListenerPorts } from './listener-ports.ts';
import { requestBody } from './request-body.ts';
import { RequestError } from './request-error.ts';

/** A POST whose body has yet to be read. */
export interface Post {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  readonly query: URLSearchParams;
}

/** What a load balancer calls a caller that has gone: nobody sees it but the metrics. */
const callerGone = 499;

/** The reply to a POST. Never rejects. */
export async function postReply(endpoint: PostEndpoint, post: Post, ports: ListenerPorts): Promise<Reply> {
  const { clock } = ports;
  const startMs = clock.monotonic();
  endpoint.metrics.requestStarted();
  const reply = await answered(endpoint, post, ports);
  endpoint.metrics.requestEnded(reply.status, clock.monotonic() - startMs);
  return reply;
}

async function answered(endpoint: PostEndpoint, post: Post, { clock, logger }: ListenerPorts): Promise<Reply> {
  const { path } = post;
  const patience = callersPatience(endpoint, post, clock);
  try {
    const body = await jsonBody(post.request, endpoint, clock, patience.signal);
    return await Promise.race([endpoint.answer(body, patience.signal), rejection(patience.signal)]);
  } catch (error) {
    if (error instanceof RequestError) {
      logger.debug('request refused', { path, status: error.status, reason: error.message });
      return plainText(error.status, `${error.message}\n`);
    }
    logger.error('endpoint failed', { path, error });
    return plainText(500, 'internal error\n');
  } finally {
    patience.end();
  }
}

/** A signal that aborts with a {@link RequestError} when the time that the caller gives is over, or the caller has gone. */
function callersPatience({ longestAnswerMs }: PostEndpoint, { response, query }: Post, clock: Clock) {
  const controller = new AbortController();
  const waitMs = Math.min(askedMs(query) ?? longestAnswerMs, longestAnswerMs);
  const gone = () => controller.abort(new RequestError(callerGone, 'the caller has gone'));
  const timer = clock.timer(waitMs, () =>
    controller.abort(new RequestError(504, `no answer within ${waitMs / 1000} s`)),
  );
  response.once('close', gone);
  return {
    signal: controller.signal,
    end() {
      timer.cancel();
      response.off('close', gone);
    },
  };
}

/** API servers say how long they wait, as a whole number of seconds. */
function askedMs(query: URLSearchParams): number | undefined {
  const seconds = /^([1-9]\d{0,4})s$/.exec(query.get('timeout') ?? '')?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}

async function jsonBody(
  request: IncomingMessage,
  { longestBodyBytes }: PostEndpoint,
  clock: Clock,
  signal: AbortSignal,
): Promise<unknown> {
  const mediaType = request.headers['content-type'] ?? '';
  if (!/^application\/json\s*(;|$)/i.test(mediaType)) {
    throw new RequestError(415, `content type '${mediaType}' is not application/json`);
  }
  const text = await requestBody(request, longestBodyBytes, clock, signal);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new RequestError(400, `the body is not JSON: ${String(error)}`);
  }
}

function rejection(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  if (signal.aborted) reject(signal.reason);
  else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  return promise;
}
