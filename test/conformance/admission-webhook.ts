import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { text } from 'node:stream/consumers';
import { isJsonObject, type JsonObject, type JsonValue } from '../../lib/api/index.ts';
import { ClusterAuthority } from '../../lib/testing/control-plane/certificate-authority.ts';

/** The request of an AdmissionReview. */
export type ReviewRequest = JsonObject & { readonly uid: string };

/** An answer: the response of a review without its uid, or what a broken webhook does. */
export type WebhookAnswer = JsonObject | ((request: ReviewRequest, response: ServerResponse) => void);

/** Admission webhooks on loopback: each path has its answer, and records the reviews that it gets. */
export class AdmissionWebhook implements AsyncDisposable {
  readonly #answers = new Map<string, WebhookAnswer>();
  readonly #close: () => Promise<void>;
  readonly #reviews: { readonly path: string; readonly request: ReviewRequest; readonly query: string }[] = [];
  readonly #url: string;
  readonly #caBundle: string;

  static async start(): Promise<AdmissionWebhook> {
    const authority = await ClusterAuthority.create();
    const { certificate, key } = await authority.issueServer('webhook');
    const started: { webhook?: AdmissionWebhook } = {};
    const server = createServer({ cert: certificate, key }, (request, response) => {
      void started.webhook?.answer(request, response);
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    server.listen(0, '127.0.0.1', resolve);
    await promise;
    const address = server.address();
    const port = address === null || typeof address === 'string' ? 0 : address.port;
    started.webhook = new AdmissionWebhook(`https://127.0.0.1:${port}`, authority.certificate, async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    });
    return started.webhook;
  }

  private constructor(url: string, certificate: string, close: () => Promise<void>) {
    this.#url = url;
    this.#caBundle = Buffer.from(certificate).toString('base64');
    this.#close = close;
  }

  /** Returns the address of a path that gives an answer. */
  client(path: string, answer: WebhookAnswer): JsonObject {
    this.#answers.set(path, answer);
    return { url: `${this.#url}/${path}`, caBundle: this.#caBundle };
  }

  /** The reviews of the admin's writes on all paths but `probe`, in the order of their arrival. */
  get reviews(): readonly JsonObject[] {
    return this.#reviews
      .filter(
        ({ path, request }) =>
          path !== 'probe' && isJsonObject(request.userInfo) && request.userInfo.username === 'admin',
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
    const answer = this.#answers.get(path);
    if (typeof answer === 'function') {
      answer(review.request, response);
      return;
    }
    sendReview(response, { uid: review.request.uid, ...answer });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#close();
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
