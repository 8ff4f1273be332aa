import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { isJsonObject, type JsonObject, type JsonValue } from '../../lib/api/index.ts';
import { WebhookListener } from './webhook-listener.ts';

/** The request of an AdmissionReview. */
export type ReviewRequest = JsonObject & { readonly uid: string };

/** A response: the response of a review without its uid, or what a broken webhook does. */
export type WebhookResponse = JsonObject | ((request: ReviewRequest, response: ServerResponse) => void);

/** Admission webhooks on loopback: each path has its response, and records the reviews that it gets. */
export class AdmissionWebhook implements AsyncDisposable {
  readonly #responses = new Map<string, WebhookResponse>();
  readonly #reviews: { readonly path: string; readonly request: ReviewRequest; readonly query: string }[] = [];
  readonly #listener: WebhookListener;

  static async start(): Promise<AdmissionWebhook> {
    const started: { webhook?: AdmissionWebhook } = {};
    const listener = await WebhookListener.start((request, response) => {
      void started.webhook?.answer(request, response);
    });
    started.webhook = new AdmissionWebhook(listener);
    return started.webhook;
  }

  private constructor(listener: WebhookListener) {
    this.#listener = listener;
  }

  /** Returns the address of a path that gives a response. */
  client(path: string, response: WebhookResponse): JsonObject {
    this.#responses.set(path, response);
    return this.#listener.client(path);
  }

  /** The reviews of the admin's writes on all paths but those that begin with `probe-`, in the order of their arrival. */
  get reviews(): readonly JsonObject[] {
    return this.#reviews
      .filter(
        ({ path, request }) =>
          !path.startsWith('probe-') && isJsonObject(request.userInfo) && request.userInfo.username === 'admin',
      )
      .map(({ path, request, query }) => ({ path, query, request }));
  }

  /** Number of reviews that a path got. */
  count(path: string): number {
    return this.#reviews.filter((review) => review.path === path).length;
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = '', query = ''] = (request.url ?? '').slice(1).split('?');
    const review = JSON.parse(await text(request)) as { readonly request: ReviewRequest };
    this.#reviews.push({ path, request: review.request, query });
    const scripted = this.#responses.get(path);
    if (typeof scripted === 'function') {
      scripted(review.request, response);
      return;
    }
    sendReview(response, { uid: review.request.uid, ...scripted });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#listener[Symbol.asyncDispose]();
  }
}

/** Sends an AdmissionReview with a response. */
export function sendReview(response: ServerResponse, content: JsonObject): void {
  sendJson(response, { apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', response: content });
}

/** Sends JSON with status 200. */
export function sendJson(response: ServerResponse, body: JsonValue): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

/** Returns the response of a mutating webhook. */
export function patched(patch: JsonValue): JsonObject {
  return { allowed: true, patchType: 'JSONPatch', patch: Buffer.from(JSON.stringify(patch)).toString('base64') };
}

/** Returns a review without what depends on the server's users. */
export function comparableReview(review: JsonObject): JsonObject {
  const { request } = review;
  if (!isJsonObject(request)) return review;
  const { uid: _, userInfo, ...rest } = request;
  const { username = '' } = isJsonObject(userInfo) ? userInfo : {};
  return { ...review, request: { ...rest, username } };
}
