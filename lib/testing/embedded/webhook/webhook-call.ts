// In: the address of a webhook, and a review. Out: the webhook's answer. Called by conversion.

import { request } from 'node:https';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../api/index.ts';
import { brandedError } from '../../../error/index.ts';
import { parsedJson } from '../json-text.ts';
import { textMap } from '../object.ts';

/** A webhook that can't be called, or that answers with an error. */
export class WebhookError extends brandedError('WebhookError') {}

/**
 * Posts a review to a webhook by HTTPS.
 *
 * @param config - `url` and `caBundle`. A service has no address here, since no pod runs.
 * @throws WebhookError if there is no answer in time, or another one than JSON with status 200.
 */
export async function postToWebhook(config: JsonObject, review: JsonObject, timeoutMs: number): Promise<JsonValue> {
  const { url, caBundle = '' } = textMap(config);
  if (url === undefined) {
    const service = isJsonObject(config.service) ? config.service : {};
    const { name = '', namespace = '' } = textMap(service);
    throw new WebhookError(
      `Post "https://${name}.${namespace}.svc": the embedded cluster runs no pods: give the webhook a url`,
    );
  }
  const ca = Buffer.from(caBundle, 'base64').toString('utf8');
  const { status, text } = await posted(url, { ca, body: JSON.stringify(review), timeoutMs });
  if (status !== 200) throw new WebhookError(`the server responded with the status code ${status}`);
  try {
    return parsedJson(text);
  } catch (error) {
    throw new WebhookError(`Post ${JSON.stringify(url)}: the answer is not JSON`, { cause: error });
  }
}

interface Posting {
  readonly ca: string;
  readonly body: string;
  readonly timeoutMs: number;
}

function posted(
  url: string,
  { ca, body, timeoutMs }: Posting,
): Promise<{ readonly status: number; readonly text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ readonly status: number; readonly text: string }>();
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  const options = { method: 'POST', headers, agent: false, timeout: timeoutMs, ...(ca !== '' && { ca }) } as const;
  const call = request(url, options, (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('end', () =>
      resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
    );
    response.on('error', reject);
  });
  call.on('timeout', () => call.destroy(new Error('context deadline exceeded')));
  call.on('error', (error) =>
    reject(new WebhookError(`Post ${JSON.stringify(url)}: ${error.message}`, { cause: error })),
  );
  call.end(body);
  return promise;
}
