// Conversions as a real API server asks for them: also in the middle of server-side apply, with parts missing.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { App, Chart } from 'cdk8s';
import { conversionAnnotation } from '../../../lib/api/index.ts';
import { systemClock } from '../../../lib/clock/index.ts';
import { CustomResourceDefinition, conversionPath } from '../../../lib/constructs/index.ts';
import { listenTls, type TlsListener, webhookRoutes } from '../../../lib/server/index.ts';
import { prometheusMetrics } from '../../../lib/telemetry/prometheus/index.ts';
import { ControlPlane } from '../../../lib/testing/index.ts';
import { ports as reviewPorts } from '../../server/admission/reviewed.ts';
import { HandedCertificates } from '../../server/handed-certificates.ts';
import { recordedLog } from '../../server/recorded-log.ts';
import { untilEstablished } from '../../until-established.ts';
import { Database } from './database.ts';

const { definition } = Database;

interface Read {
  readonly metadata: { readonly annotations?: Readonly<Record<string, string>> };
  readonly spec: Readonly<Record<string, unknown>>;
  readonly status?: Readonly<Record<string, unknown>>;
}

describe('conversion, on a real API server', { timeout: 300_000 }, () => {
  let controlPlane: ControlPlane;
  let listener: TlsListener;

  before(async () => {
    const [started, certificates, metrics] = await Promise.all([
      ControlPlane.start({ components: [] }),
      HandedCertificates.create(),
      prometheusMetrics(),
    ]);
    controlPlane = started;
    certificates.give(await certificates.issue());
    const ports = { ...reviewPorts, clock: systemClock, logger: recordedLog().logger, metrics, certificates };
    const routes = webhookRoutes({ validating: [], mutating: [], converted: [definition] }, ports);
    listener = await listenTls('webhook server', { host: '127.0.0.1', port: 0 }, routes, ports);
    await kubectl(['apply', '-f', '-'], manifest(certificates.authority.certificate));
    await untilEstablished(controlPlane);
  });

  after(async () => {
    await listener.close(0);
    await controlPlane.stop();
  });

  function manifest(authority: string): object {
    const service = { name: 'webhook', namespace: 'operators', path: conversionPath, port: 443 };
    const chart = new Chart(new App(), 'chart');
    const made = new CustomResourceDefinition(chart, 'Definition', { definition, conversion: { service } }).toJson();
    const url = `https://127.0.0.1:${listener.port}${conversionPath}`;
    const clientConfig = { url, caBundle: Buffer.from(authority).toString('base64') };
    const conversion = { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1'], clientConfig } };
    return { ...made, spec: { ...(made as { spec: object }).spec, conversion } };
  }

  async function kubectl(args: readonly string[], input?: object): Promise<string> {
    const options = input === undefined ? {} : { input: JSON.stringify(input) };
    const { stdout, stderr, exitCode } = await controlPlane.kubectl(args, options);
    assert.equal(exitCode, 0, `kubectl ${args.join(' ')}: ${stderr}`);
    return stdout;
  }

  function database(name: string, version: string, spec: object): object {
    return { apiVersion: `example.com/${version}`, kind: 'Database', metadata: { name }, spec };
  }

  async function read(name: string, version: string): Promise<Read> {
    return JSON.parse(await kubectl(['get', `databases.${version}.example.com`, name, '-o', 'json'])) as Read;
  }

  async function applied(manager: string, object: object): Promise<void> {
    await kubectl(['apply', '--server-side', `--field-manager=${manager}`, '-f', '-'], object);
  }

  it('the API server shows an object in each version, and content that only one version can express', async () => {
    const spec = { dbType: 'mysql', version: '8.0', legacy: true };
    await kubectl(['create', '-f', '-'], database('one', 'v1beta1', spec));
    assert.deepEqual((await read('one', 'v1')).spec, { engine: 'mysql', version: '8.0', replicas: 3 });
    assert.deepEqual((await read('one', 'v1beta1')).spec, { ...spec, replicas: 3 });
    assert.deepEqual((await read('one', 'v1alpha1')).spec, { dbType: 'mysql', version: '8.0', replicas: 3 });
  });

  it('an edit of one version shows in the others, which keep the content that only they can express', async () => {
    const edit = { spec: { engine: 'mongodb', tls: { hosts: ['a'] } } };
    await kubectl(['patch', 'databases.v1.example.com', 'one', '--type=merge', '-p', JSON.stringify(edit)]);
    const older = await read('one', 'v1beta1');
    assert.deepEqual(older.spec, { dbType: 'mongodb', version: '8.0', replicas: 3, legacy: true });
    await kubectl(['replace', '-f', '-'], { ...older, spec: { ...older.spec, replicas: 5 } });
    const tls = { mode: 'on', hosts: ['a'] };
    assert.deepEqual((await read('one', 'v1')).spec, { engine: 'mongodb', version: '8.0', replicas: 5, tls });
    assert.equal((await read('one', 'v1beta1')).spec.legacy, true);
  });

  it('field managers of different versions own their fields by server-side apply', async () => {
    const users = [
      { name: 'ann', quota: 1 },
      { name: 'bob', quota: 2 },
    ];
    await applied('newer', database('two', 'v1', { engine: 'mysql', version: '8.0', tls: { mode: 'off' }, users }));
    await applied('older', database('two', 'v1beta1', { dbType: 'mysql', legacy: true, storage: { size: '1Gi' } }));
    await applied('older', database('two', 'v1beta1', { dbType: 'mysql', users: [{ name: 'ann', admin: true }] }));
    assert.deepEqual((await read('two', 'v1')).spec, {
      engine: 'mysql',
      version: '8.0',
      replicas: 3,
      tls: { mode: 'off' },
      users: [
        { name: 'ann', quota: 1, admin: true },
        { name: 'bob', quota: 2 },
      ],
    });
    await applied('newer', database('two', 'v1', { engine: 'mysql', version: '8.0' }));
    const { spec } = await read('two', 'v1');
    assert.equal(spec.tls, undefined);
    assert.deepEqual(spec.users, [{ name: 'ann', admin: true }]);
  });

  it('clients write a status through every version', async () => {
    const report = (version: string, status: object) =>
      kubectl([
        'patch',
        `databases.${version}.example.com`,
        'two',
        '--subresource=status',
        '--type=merge',
        '-p',
        JSON.stringify({ status }),
      ]);
    await report('v1', { ready: false, phase: 'Pending', observedGeneration: 1 });
    await report('v1beta1', { ready: true, engineName: 'MySQL' });
    assert.deepEqual((await read('two', 'v1')).status, { ready: true, phase: 'Pending', observedGeneration: 1 });
    assert.deepEqual((await read('two', 'v1beta1')).status, {
      ready: true,
      engineName: 'MySQL',
      observedGeneration: 1,
    });
  });

  it('an object that a client reads in another version and writes back doesn’t change', async () => {
    await kubectl(['create', '-f', '-'], database('three', 'v1', { engine: 'mysql', version: '8.0', tls: {} }));
    const before = await read('three', 'v1');
    assert.equal(before.metadata.annotations, undefined);
    const older = await read('three', 'v1beta1');
    assert.ok(older.metadata.annotations?.[conversionAnnotation(definition)]);
    await kubectl(['replace', '-f', '-'], older);
    assert.deepEqual(withoutManagers(await read('three', 'v1')), withoutManagers(before));
  });
});

function withoutManagers({ metadata, ...object }: Read): object {
  return { ...object, metadata: { ...metadata, managedFields: [] } };
}
