import { createServer } from 'node:https';
import { text } from 'node:stream/consumers';
import type { JsonObject } from '../../lib/api/index.ts';
import { ClusterAuthority } from '../../lib/testing/control-plane/certificate-authority.ts';

interface Review {
  readonly request: {
    readonly uid: string;
    readonly desiredAPIVersion: string;
    readonly objects: readonly JsonObject[];
  };
}

/** A conversion webhook on loopback: version v1 has `spec.size`, version v2 `spec.big`. */
export class ConversionWebhook implements AsyncDisposable {
  readonly #close: () => Promise<void>;
  /** Its address, for a definition. */
  readonly clientConfig: JsonObject;

  static async start(): Promise<ConversionWebhook> {
    const authority = await ClusterAuthority.create();
    const { certificate, key } = await authority.issueServer('webhook');
    const server = createServer({ cert: certificate, key }, (request, response) => {
      void text(request).then((body) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify(answer(JSON.parse(body) as Review)));
      });
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    server.listen(0, '127.0.0.1', resolve);
    await promise;
    const address = server.address();
    const port = address === null || typeof address === 'string' ? 0 : address.port;
    return new ConversionWebhook(
      { url: `https://127.0.0.1:${port}/`, caBundle: Buffer.from(authority.certificate).toString('base64') },
      async () => {
        server.closeAllConnections();
        await new Promise((closed) => server.close(closed));
      },
    );
  }

  private constructor(clientConfig: JsonObject, close: () => Promise<void>) {
    this.clientConfig = clientConfig;
    this.#close = close;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#close();
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
