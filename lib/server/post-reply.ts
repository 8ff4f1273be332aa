// In: a POST to an endpoint. Out: its response, or the rejection of a body that is too long, too slow or not JSON.
// Called for each request by the request listener.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Clock, untilAborted } from '../clock/index.ts';
import { fieldAt, fieldsAt, listAt, textOrEmpty } from '../schema/index.ts';
import type { RequestCapacity } from './capacity.ts';
import type { InTurn, PostEndpoint } from './endpoint.ts';
import type { ListenerPorts } from './listener-ports.ts';
import { errorReply, plainTextReply, type Reply } from './reply.ts';
import { parsedBody, requestBody } from './request-body.ts';
import { RequestError } from './request-error.ts';
import type { RequestScheduler } from './request-scheduler.ts';

/** A POST whose body is not read yet. */
export interface Post {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly capacity: RequestCapacity;
}

/** A longer body is parsed in its turn: a shorter one takes less than a millisecond. */
const longestAtOnce = 64 * 1024;

/** Stands for the namespace of a long body that names none before its object. No namespace can have this name. */
const longBodies = 'long bodies';

/**
 * The namespace of an AdmissionReview in the order of API servers, which write it before the object. Text of a tenant in
 * front of it, such as a name, has no quote that isn't escaped.
 */
const namespaceBeforeObject = /"namespace":"([^"\\]*)","operation":"/;

/** All that API servers write before the object is shorter. */
const longestReviewHead = 4 * 1024;

/** The inputs of responses to POSTs from the process and from their server. */
export interface PostReplyPorts extends ListenerPorts {
  /** The scheduler of the server. */
  readonly scheduler: RequestScheduler;
}

/** The status that load balancers use for a client that has gone: only metrics show it. */
const callerGone = 499;

/** Returns the response to a POST. Never rejects. */
export async function postReply(endpoint: PostEndpoint, post: Post, ports: PostReplyPorts): Promise<Reply> {
  const { clock } = ports;
  const startMs = clock.monotonic();
  endpoint.metrics.requestStarted();
  const reply = await answeredPost(endpoint, post, ports);
  endpoint.metrics.requestEnded(reply.status, clock.monotonic() - startMs);
  return reply;
}

async function answeredPost(endpoint: PostEndpoint, post: Post, ports: PostReplyPorts): Promise<Reply> {
  const { clock, logger, scheduler } = ports;
  const { path, request } = post;
  const { remoteAddress: address = '' } = request.socket;
  const patience = clientTimeoutSignal(endpoint, post, clock);
  try {
    const bytes = await bodyBytes(post, endpoint, clock, patience.signal);
    post.capacity.answer();
    const body = bytes.length > longestAtOnce ? undefined : parsedBody(bytes, post.capacity);
    const namespace = body === undefined ? longBodyNamespace(bytes) : reviewNamespace(body);
    const inTurn: InTurn = (work) => scheduler.runInTurn({ address, namespace }, work, patience.signal);
    const answer = () => endpoint.answer(body ?? parsedBody(bytes, post.capacity), patience.signal, inTurn);
    const pending = inTurn(answer);
    const reply = await untilAborted(pending, patience.signal);
    if (reply === undefined) throw patience.signal.reason;
    return reply;
  } catch (error) {
    if (error instanceof RequestError) {
      logger.debug('request refused', { path, status: error.status, reason: error.message });
      return errorReply(error);
    }
    logger.error('endpoint failed', { path, error });
    return plainTextReply(500, 'internal error\n');
  } finally {
    patience.end();
  }
}

/** Returns the namespace of a review of either kind, as claimed by the client; empty if there is none. */
function reviewNamespace(body: unknown): string {
  const request = fieldsAt(body, 'request');
  const [first] = listAt(request, 'objects');
  return textOrEmpty(request.namespace ?? fieldAt(first, 'metadata.namespace'));
}

/** Returns the namespace of a long body without parsing it; text after these keys may be that of a tenant. */
function longBodyNamespace(bytes: Buffer): string {
  const head = bytes.toString('latin1', 0, longestReviewHead);
  const [own = ''] = head.split(/"(?:userInfo|object|oldObject|objects)":/, 1);
  return namespaceBeforeObject.exec(own)?.[1] ?? longBodies;
}

/** Returns a signal that aborts with a {@link RequestError} at the client's timeout, or if the client has gone. */
function clientTimeoutSignal({ longestResponseMs }: PostEndpoint, { response, query }: Post, clock: Clock) {
  const controller = new AbortController();
  const waitMs = Math.min(requestedTimeoutMs(query) ?? longestResponseMs, longestResponseMs);
  const gone = () => controller.abort(new RequestError(callerGone, 'the client has gone'));
  const timer = clock.timer(waitMs, () =>
    controller.abort(new RequestError(504, `no response within ${waitMs / 1000} s`)),
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

/** API servers send their timeout as a whole number of seconds. */
function requestedTimeoutMs(query: URLSearchParams): number | undefined {
  const seconds = /^([1-9]\d{0,4})s$/.exec(query.get('timeout') ?? '')?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}

async function bodyBytes(
  { request, capacity }: Post,
  { longestBodyBytes }: PostEndpoint,
  clock: Clock,
  signal: AbortSignal,
): Promise<Buffer> {
  const mediaType = request.headers['content-type'] ?? '';
  if (!/^application\/json\s*(;|$)/i.test(mediaType)) {
    throw new RequestError(415, `content type '${mediaType}' is not application/json`);
  }
  return await requestBody(request, { longestBytes: longestBodyBytes, clock, capacity }, signal);
}
