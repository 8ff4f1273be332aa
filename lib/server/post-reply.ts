// In: a POST to an endpoint. Out: its reply, or the refusal of what is too long, too slow or no JSON.
// Called for each request by the request listener.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { isJsonObject } from '../api/index.ts';
import { type Clock, untilAborted } from '../clock/index.ts';
import type { RequestRoom } from './capacity.ts';
import { type PostEndpoint, plainText, type Reply } from './endpoint.ts';
import type { ListenerPorts } from './listener-ports.ts';
import { parsedBytes } from './parsed-bytes.ts';
import { requestBody } from './request-body.ts';
import { RequestError } from './request-error.ts';
import type { Turns } from './turns.ts';

/** A POST whose body has yet to be read. */
export interface Post {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly room: RequestRoom;
}

/** A longer body is parsed when it is its turn: a shorter one takes no millisecond. */
const longestAtOnce = 64 * 1024;

/** The share of an address's work that is for long bodies, of whose namespace nothing is known. No namespace is called so. */
const longShare = 'long bodies';

/** What replies to POSTs need of the process, and of their server. */
export interface PostReplyPorts extends ListenerPorts {
  /** The one of the server. */
  readonly turns: Turns;
}

/** What a load balancer calls a caller that has gone: nobody sees it but the metrics. */
const callerGone = 499;

/** The reply to a POST. Never rejects. */
export async function postReply(endpoint: PostEndpoint, post: Post, ports: PostReplyPorts): Promise<Reply> {
  const { clock } = ports;
  const startMs = clock.monotonic();
  endpoint.metrics.requestStarted();
  const reply = await answered(endpoint, post, ports);
  endpoint.metrics.requestEnded(reply.status, clock.monotonic() - startMs);
  return reply;
}

async function answered(endpoint: PostEndpoint, post: Post, ports: PostReplyPorts): Promise<Reply> {
  const { clock, logger, turns } = ports;
  const { path, request } = post;
  const { remoteAddress: address = '' } = request.socket;
  const patience = callersPatience(endpoint, post, clock);
  try {
    const bytes = await bodyBytes(post, endpoint, clock, patience.signal);
    post.room.answer();
    const body = bytes.length > longestAtOnce ? undefined : parsed(bytes, post.room);
    const share = body === undefined ? longShare : namespaceOf(body);
    const answer = turns.take({ address, share }, () => {
      patience.signal.throwIfAborted();
      return endpoint.answer(body ?? parsed(bytes, post.room), patience.signal);
    });
    const reply = await untilAborted(answer, patience.signal);
    if (reply === undefined) throw patience.signal.reason;
    return reply;
  } catch (error) {
    if (error instanceof RequestError) {
      logger.debug('request refused', { path, status: error.status, reason: error.message });
      return refused(error);
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

async function bodyBytes(
  { request, room }: Post,
  { longestBodyBytes }: PostEndpoint,
  clock: Clock,
  signal: AbortSignal,
): Promise<Buffer> {
  const mediaType = request.headers['content-type'] ?? '';
  if (!/^application\/json\s*(;|$)/i.test(mediaType)) {
    throw new RequestError(415, `content type '${mediaType}' is not application/json`);
  }
  return await requestBody(request, { longestBytes: longestBodyBytes, clock, room }, signal);
}

function parsed(bytes: Buffer, room: RequestRoom): unknown {
  room.take(parsedBytes(bytes));
  try {
    return JSON.parse(bytes.toString());
  } catch (error) {
    throw new RequestError(400, `the body is not JSON: ${String(error)}`);
  }
}

/** The namespace that a review of either kind is about, as far as the client says; empty where there is none. */
function namespaceOf(body: unknown): string {
  const request = fieldOf(body, 'request');
  const objects = fieldOf(request, 'objects');
  const first: unknown = Array.isArray(objects) ? objects[0] : undefined;
  const namespace = fieldOf(request, 'namespace') ?? fieldOf(fieldOf(first, 'metadata'), 'namespace');
  return typeof namespace === 'string' ? namespace : '';
}

function fieldOf(value: unknown, name: string): unknown {
  return isJsonObject(value) ? value[name] : undefined;
}

/** The reply to a request that isn't answered as it was asked. */
export function refused({ status, message, retryAfterSeconds }: RequestError): Reply {
  const reply = plainText(status, `${message}\n`);
  return retryAfterSeconds === undefined ? reply : { ...reply, headers: { 'retry-after': String(retryAfterSeconds) } };
}
