// Webhooks and policies of an operator on the embedded cluster, as on a real one.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { App } from 'cdk8s';
import { z } from 'zod';
import {
  CustomResource,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type KubernetesObject,
} from '../../../lib/api/index.ts';
import { issueAuthority, issueServingCertificate } from '../../../lib/certificate/index.ts';
import { type Client, isInvalid } from '../../../lib/client/index.ts';
import {
  MutatingWebhook,
  Operator,
  ValidatingAdmissionPolicy,
  ValidatingWebhook,
} from '../../../lib/constructs/index.ts';
import { listenTls, type TlsListener, webhookRoutes } from '../../../lib/server/index.ts';
import { silentLogger } from '../../../lib/telemetry/index.ts';
import { EmbeddedCluster } from '../../../lib/testing/embedded/embedded-cluster.ts';
import { ManualClock } from '../../../lib/testing/index.ts';
import { ports } from '../../server/admission/reviewed.ts';

class Book extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Book',
  spec: z.object({ title: z.string() }),
}) {}

const books = { group: 'example.com', version: 'v1', kind: 'Book', plural: 'books', scope: 'Namespaced' } as const;

function bookOperator() {
  const operator = new Operator(new App(), 'books', { version: '1.0.0', image: 'example.com/books:1' });
  const titled = new ValidatingWebhook(operator, 'Titled', {
    for: Book,
    validate: ({ spec }) => (spec.title === '' ? [{ field: 'spec.title', message: 'give it a title' }] : []),
  });
  const trimmed = new MutatingWebhook(operator, 'Trimmed', {
    for: Book,
    mutate: ({ spec: { title } }) => ({ spec: { title: title.trim() } }),
  });
  new ValidatingAdmissionPolicy(operator, 'Short', {
    for: Book,
    rules: [{ rule: 'self.spec.title.size() < 10', message: 'shorten the title' }],
  });
  return { operator, titled, trimmed };
}

function book(name: string, title: string): KubernetesObject {
  return { apiVersion: 'example.com/v1', kind: 'Book', metadata: { name, namespace: 'default' }, spec: { title } };
}

/** Kind → plural of the manifests that decide about writes. */
const installed: Readonly<Record<string, string>> = {
  CustomResourceDefinition: 'customresourcedefinitions',
  MutatingWebhookConfiguration: 'mutatingwebhookconfigurations',
  ValidatingWebhookConfiguration: 'validatingwebhookconfigurations',
  ValidatingAdmissionPolicy: 'validatingadmissionpolicies',
  ValidatingAdmissionPolicyBinding: 'validatingadmissionpolicybindings',
};

async function install(client: Client, manifests: readonly JsonObject[], caBundle: string): Promise<void> {
  for (const manifest of manifests) {
    const { apiVersion = '', kind = '' } = manifest;
    const plural = installed[String(kind)];
    if (plural === undefined) continue;
    const [group = '', version = ''] = String(apiVersion).split('/');
    const object = trusted(manifest, caBundle) as KubernetesObject;
    await client.create({ group, version, kind: String(kind), plural, scope: 'Cluster' }, object);
  }
}

/** Returns a manifest whose webhooks are trusted by an authority. */
function trusted(value: JsonValue, caBundle: string): JsonValue {
  if (Array.isArray(value)) return value.map((item: JsonValue) => trusted(item, caBundle));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      name === 'clientConfig' && isJsonObject(field) ? { ...field, caBundle } : trusted(field, caBundle),
    ]),
  );
}

describe('the webhooks and policies of an operator on an embedded cluster', () => {
  let cluster: EmbeddedCluster;
  let listener: TlsListener;

  before(async () => {
    const { operator, titled, trimmed } = bookOperator();
    const authority = await issueAuthority('books', Date.now());
    const names = ['books-webhook.books-system.svc'];
    const current = await issueServingCertificate(authority, names, Date.now());
    const certificates = {
      current,
      watch: async (_: unknown, signal: AbortSignal) => {
        await once(signal, 'abort');
      },
    };
    const routes = webhookRoutes({ validating: [titled], mutating: [trimmed], converted: [] }, ports);
    listener = await listenTls('webhook server', { host: '127.0.0.1', port: 0 }, routes, {
      clock: ports.clock,
      logger: silentLogger,
      certificates,
    });
    cluster = await EmbeddedCluster.start();
    const { port } = listener;
    cluster.reachService({ namespace: 'books-system', name: 'books-webhook' }, { host: '127.0.0.1', port });
    const manifests = operator.toJson() as JsonObject[];
    await install(cluster.client(), manifests, Buffer.from(authority.certificate).toString('base64'));
    await cluster.settled();
  });

  after(async () => {
    await listener.close(0);
    await cluster.stop();
  });

  it('an embedded cluster calls webhooks at the local address of their Service', async () => {
    const created = await cluster.client().create(books, book('a', ' Emma '));
    assert.deepEqual(created.spec, { title: 'Emma' });
    await assert.rejects(cluster.client().create(books, book('b', ' ')), {
      message: /admission webhook "titled.book.example.com" denied the request/,
    });
  });

  it('an embedded cluster evaluates a ValidatingAdmissionPolicy without a webhook', async () => {
    await assert.rejects(cluster.client().create(books, book('c', 'The Pickwick Papers')), (error) => {
      assert.ok(isInvalid(error));
      assert.match(String(error), /'books-short' denied request: shorten the title/);
      return true;
    });
  });
});

describe('a webhook that does not answer', () => {
  it('a webhook that does not answer fails after its timeout on the clock of the embedded cluster', async () => {
    const clock = new ManualClock();
    await using cluster = await EmbeddedCluster.start({ clock });
    const silent = createServer();
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const address = silent.address();
    assert.ok(address !== null && typeof address === 'object');
    const configuration = {
      group: 'admissionregistration.k8s.io',
      version: 'v1',
      kind: 'ValidatingWebhookConfiguration',
      plural: 'validatingwebhookconfigurations',
      scope: 'Cluster',
    } as const;
    const rule = { operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] };
    await cluster.client().create(configuration, {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingWebhookConfiguration',
      metadata: { name: 'silent' },
      webhooks: [
        {
          name: 'silent.example.com',
          clientConfig: { url: `https://127.0.0.1:${address.port}/` },
          rules: [rule],
          sideEffects: 'None',
          admissionReviewVersions: ['v1'],
          timeoutSeconds: 30,
        },
      ],
    });
    const connected = once(silent, 'connection');
    const configMaps = {
      group: '',
      version: 'v1',
      kind: 'ConfigMap',
      plural: 'configmaps',
      scope: 'Namespaced',
    } as const;
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'default' } };
    const refused = assert.rejects(cluster.client().create(configMaps, object), {
      message: /failed calling webhook "silent.example.com".*context deadline exceeded/,
    });
    await connected;
    await clock.advance(30_000);
    await refused;
    silent.close();
  });
});
