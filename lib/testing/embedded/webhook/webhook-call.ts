// In: the address of a webhook, and a review. Out: the webhook's response. Called by conversion and admission.

import { request } from 'node:https';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../api/index.ts';
import type { Clock } from '../../../clock/index.ts';
import { brandedError } from '../../../error/index.ts';
import { scalarText, textMap } from '../../../schema/index.ts';
import { responseFault, responseValue, statusFault, transportFault } from './call-fault.ts';

/** A webhook that can't be called, or that answers with an error. */
export class WebhookError extends brandedError('WebhookError') {}

/** Everything that calls of webhooks need. */
export interface WebhookCallPorts {
  /** Measures the time that a webhook may take. */
  readonly clock: Clock;
  readonly services: ServiceAddresses;
}

/** The length of a response that is read: the real API server reads any length, until its time is over. */
const longestResponse = 64 * 1024 * 1024;

/**
 * Posts a review to a webhook by HTTPS.
 *
 * @param config - `url` or `service`, and `caBundle`.
 * @throws WebhookError with the words of the API server if there is no response in time, or another one than JSON with status 200.
 */
export async function postToWebhook(
  config: JsonObject,
  review: JsonObject,
  { timeoutSeconds, ports }: { readonly timeoutSeconds: number; readonly ports: WebhookCallPorts },
): Promise<JsonValue> {
  const { url, caBundle = '' } = textMap(config);
  const place = url === undefined ? servicePlace(config.service, ports.services) : { url: new URL(url) };
  place.url.searchParams.set('timeout', `${timeoutSeconds}s`);
  const ca = Buffer.from(caBundle, 'base64').toString('utf8');
  const call = { ...place, ca, body: JSON.stringify(review), clock: ports.clock, timeoutMs: timeoutSeconds * 1_000 };
  const { status, text } = await sendPost(call);
  if (status < 200 || status > 206) throw new WebhookError(statusFault(status, text));
  const fault = responseFault(status, text);
  if (fault !== undefined) throw new WebhookError(fault);
  return responseValue(text) ?? {};
}

/** The address of a webhook, and where its connections go instead of there. */
interface Place {
  readonly url: URL;
  readonly connection?: { readonly host: string; readonly port: number };
}

function servicePlace(reference: JsonValue | undefined, services: ServiceAddresses): Place {
  const { name = '', namespace = '', path = '' } = textMap(reference);
  const port = isJsonObject(reference) && typeof reference.port === 'number' ? reference.port : 443;
  const url = new URL(`https://${name}.${namespace}.svc:${port}${path === '' ? '/' : path}`);
  const connection = services.find({ namespace, name });
  if (connection === undefined) {
    throw new WebhookError(
      `Post ${quoted(url)}: no local address of the service "${name}" in the namespace "${namespace}": pass it to EmbeddedCluster.reachService`,
    );
  }
  return { url, connection };
}

function quoted(url: URL): string {
  return JSON.stringify(url.href);
}

interface Posting extends Place {
  readonly ca: string;
  readonly body: string;
  readonly clock: Clock;
  readonly timeoutMs: number;
}

interface Posted {
  readonly status: number;
  readonly text: string;
}

async function sendPost({ url, connection, ca, body, clock, timeoutMs }: Posting): Promise<Posted> {
  const { promise, resolve, reject } = Promise.withResolvers<Posted>();
  const headers = {
    host: url.host,
    accept: 'application/json, */*',
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  const call = request({
    method: 'POST',
    host: connection?.host ?? url.hostname.replace(/^\[|\]$/g, ''),
    port: connection?.port ?? (url.port === '' ? 443 : Number(url.port)),
    path: `${url.pathname}${url.search}`,
    headers,
    agent: false,
    ...(connection !== undefined && { servername: url.hostname }),
    ...(ca !== '' && { ca }),
  });
  let isAnswering = false;
  call.on('response', (response) => {
    isAnswering = true;
    const chunks: Buffer[] = [];
    let length = 0;
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length > longestResponse) call.destroy(new Error(`the response is longer than ${longestResponse} bytes`));
    });
    response.on('end', () =>
      resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
    );
    response.on('error', reject);
  });
  call.on('error', reject);
  const timer = clock.timer(timeoutMs, () => call.destroy(new Error('context deadline exceeded')));
  call.end(body);
  try {
    return await promise;
  } catch (error) {
    const fault = transportFault(error, url, scalarText(connection?.port));
    if (isAnswering) {
      const message = `unexpected error when reading response body. Please retry. Original error: ${fault}`;
      throw new WebhookError(message, { cause: error });
    }
    throw new WebhookError(`Post ${quoted(url)}: ${fault}`, { cause: error });
  } finally {
    timer.cancel();
  }
}

/** A Service that webhooks refer to. */
export interface ServiceName {
  readonly namespace: string;
  readonly name: string;
}

/** A listener on this machine. */
export interface LocalAddress {
  readonly host: string;
  readonly port: number;
}

/** The listeners behind Services: the embedded cluster runs no pods, so programs of this machine stand behind them. */
export class ServiceAddresses {
  readonly #addresses = new Map<string, LocalAddress>();

  find({ namespace, name }: ServiceName): LocalAddress | undefined {
    return this.#addresses.get(`${namespace}/${name}`);
  }

  set({ namespace, name }: ServiceName, address: LocalAddress): void {
    this.#addresses.set(`${namespace}/${name}`, address);
  }
}
