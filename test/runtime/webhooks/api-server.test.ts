// The operator's own certificates on an API server, with only the rights of its manifests.

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { App } from 'cdk8s';
import { z } from 'zod';
import { CustomResource, type JsonObject, type StoredObject } from '../../../lib/api/index.ts';
import { HttpClient, loadCredentials } from '../../../lib/client/index.ts';
import { systemClock } from '../../../lib/clock/index.ts';
import { MutatingWebhook, Operator, ValidatingWebhook } from '../../../lib/constructs/index.ts';
import { runManager, type WebhookOptions } from '../../../lib/runtime/index.ts';
import { silentMetrics } from '../../../lib/telemetry/index.ts';
import { EmbeddedControlPlane } from '../../embedded-control-plane.ts';
import { until } from '../../until.ts';
import { untilEstablished } from '../../until-established.ts';
import { clientConfigsOf } from '../certificate/installation.ts';
import { RecordingLogger } from '../recording-logger.ts';

class OldBook extends CustomResource({
  group: 'example.com',
  version: 'v1beta1',
  kind: 'Book',
  spec: z.object({ name: z.string() }),
}) {}

class Book extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Book',
  spec: z.object({ title: z.string() }),
  versions: [
    {
      of: OldBook,
      up: ({ spec: { name } }) => ({ spec: { title: name }, status: {} }),
      down: ({ spec: { title } }) => ({ spec: { name: title }, status: {} }),
    },
  ],
}) {}

function bookOperator(): Operator {
  const operator = new Operator(new App(), 'books', { version: '1.0.0', image: 'example.com/books:1' });
  const validate = ({ spec }: { readonly spec: { readonly title: string } }) =>
    spec.title === '' ? [{ field: 'spec.title', message: 'give it a title' }] : [];
  new ValidatingWebhook(operator, 'Titled', { for: Book, validate });
  new MutatingWebhook(operator, 'Trimmed', {
    for: Book,
    mutate: ({ spec: { title } }) => ({ spec: { title: title.trim() } }),
  });
  return operator;
}

const loopback = { host: '127.0.0.1', port: 0 };

describe('the webhooks of an operator on an API server', () => {
  let controlPlane: EmbeddedControlPlane;
  let directory: string;
  let manifests: string;
  let kubeconfig: string;

  before(async () => {
    controlPlane = await EmbeddedControlPlane.start({ workloads: 'none' });
    directory = await mkdtemp(join(tmpdir(), 'operand-webhooks-'));
    manifests = join(directory, 'manifests.json');
    const operator = bookOperator();
    await writeFile(manifests, JSON.stringify({ apiVersion: 'v1', kind: 'List', items: operator.toJson() }));
    await kubectl('apply', '-f', manifests);
    await untilEstablished(controlPlane);
    kubeconfig = await controlPlane.serviceAccountKubeconfig('books-system', 'books-controller-manager');
  });

  after(async () => {
    await controlPlane?.stop();
    await rm(directory, { recursive: true });
  });

  async function kubectl(...args: string[]): Promise<string> {
    const { stdout, stderr, exitCode } = await controlPlane.kubectl(args);
    if (exitCode !== 0) throw new Error(stderr);
    return stdout;
  }

  async function clientConfigs(): Promise<JsonObject[]> {
    const names = ['validatingwebhookconfiguration/books-validating', 'mutatingwebhookconfiguration/books-mutating'];
    const objects = await Promise.all(
      [...names, 'crd/books.example.com'].map((name) => kubectl('get', name, '-o', 'json')),
    );
    return objects.flatMap((text) => clientConfigsOf(JSON.parse(text) as StoredObject));
  }

  function start(webhooks: Partial<WebhookOptions> = {}, leaseNamespace?: string) {
    const stop = new AbortController();
    const logger = new RecordingLogger();
    const run = async () => {
      const credentials = await loadCredentials({ clock: systemClock, kubeconfig });
      const connect = () => new HttpClient(credentials, { clock: systemClock, fieldManager: 'books' });
      const options = { hostname: 'here', leaseNamespace, webhooks: { address: loopback, ...webhooks } };
      await runManager(
        bookOperator(),
        { connect, clock: systemClock, logger, metrics: silentMetrics },
        options,
        stop.signal,
      );
    };
    const end = run();
    return {
      logger,
      async stop(): Promise<void> {
        stop.abort();
        await end;
      },
    };
  }

  it('API servers trust webhooks by the issued authority, also after the manifests are applied again', async () => {
    const manager = start({}, 'books-system');
    const isTrusted = async () => (await clientConfigs()).every(({ caBundle }) => typeof caBundle === 'string');
    await until('its certificate is trusted', isTrusted);
    const bundles = new Set((await clientConfigs()).map(({ caBundle }) => caBundle));
    const authority = await kubectl(
      'get',
      'secret/books-webhook-certificate',
      '-n',
      'books-system',
      '-o',
      'jsonpath={.data.ca\\.crt}',
    );
    assert.deepEqual([...bundles], [authority]);

    await kubectl('replace', '-f', manifests);
    await until('its certificate is trusted', isTrusted);
    assert.deepEqual(new Set((await clientConfigs()).map(({ caBundle }) => caBundle)), bundles);
    await manager.stop();
    assert.deepEqual(
      manager.logger.lines.filter(({ level }) => level === 'warn' || level === 'error'),
      [],
    );
    assert.match(await kubectl('get', 'lease/books-certificates', '-n', 'books-system', '-o', 'name'), /lease/);
  });

  it('API servers reach webhooks by a URL while the process runs, and by the Service afterwards', async () => {
    const services = (await clientConfigs()).map(({ service }) => service);
    const manager = start({ url: { host: '127.0.0.1' } });
    await until('all have its URL', async () => (await clientConfigs()).every(({ url }) => typeof url === 'string'));
    const create = async (title: string) => {
      const input = JSON.stringify({
        apiVersion: 'example.com/v1',
        kind: 'Book',
        metadata: { name: 'emma' },
        spec: { title },
      });
      return await controlPlane.kubectl(['apply', '-f', '-'], { input });
    };
    await until('the webhook is asked', async () => (await create(' Emma ')).exitCode === 0);
    assert.equal(await kubectl('get', 'books/emma', '-o', 'jsonpath={.spec.title}'), 'Emma');
    assert.equal(await kubectl('get', 'books.v1beta1.example.com/emma', '-o', 'jsonpath={.spec.name}'), 'Emma');
    assert.match((await create('')).stderr, /spec\.title.*give it a title/);

    await manager.stop();
    assert.deepEqual(
      (await clientConfigs()).map(({ service }) => service),
      services,
    );
    const failureCauses = manager.logger.lines.filter(({ level }) => level === 'warn' || level === 'error');
    assert.deepEqual(
      failureCauses.map(({ fields }) => fields.flaws),
      [['tls.crt is not for 127.0.0.1']],
    );
  });
});
