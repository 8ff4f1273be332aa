import { text } from 'node:stream/consumers';
import type { JsonObject } from '../../lib/api/index.ts';
import { WebhookListener } from './webhook-listener.ts';

interface Review {
  readonly request: {
    readonly uid: string;
    readonly desiredAPIVersion: string;
    readonly objects: readonly JsonObject[];
  };
}

/** A conversion webhook on loopback: version v1 has `spec.size`, version v2 `spec.big`. */
export class ConversionWebhook implements AsyncDisposable {
  readonly #listener: WebhookListener;

  static async start(): Promise<ConversionWebhook> {
    const listener = await WebhookListener.start((request, response) => {
      void text(request).then((body) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify(answer(JSON.parse(body) as Review)));
      });
    });
    return new ConversionWebhook(listener);
  }

  private constructor(listener: WebhookListener) {
    this.#listener = listener;
  }

  /** Its address, for a definition. */
  get clientConfig(): JsonObject {
    return this.#listener.client('');
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#listener[Symbol.asyncDispose]();
  }
}

/** A spec with the field `bad` can't be converted. */
function answer({ request: { uid, desiredAPIVersion, objects } }: Review): JsonObject {
  const specs = objects.map(({ spec }) => spec as JsonObject);
  const isBad = specs.some(({ bad }) => bad === true);
  const response = isBad
    ? { uid, result: { status: 'Failure', message: 'a bad spec' } }
    : {
        uid,
        result: { status: 'Success' },
        convertedObjects: objects.map((object) => converted(object, desiredAPIVersion)),
      };
  return { apiVersion: 'apiextensions.k8s.io/v1', kind: 'ConversionReview', response };
}

function converted(object: JsonObject, apiVersion: string): JsonObject {
  const { size = null, big = null, ...spec } = object.spec as JsonObject;
  const value = size ?? big;
  const name = apiVersion.endsWith('/v1') ? 'size' : 'big';
  return { ...object, apiVersion, spec: { ...spec, ...(value !== null && { [name]: value }) } };
}
