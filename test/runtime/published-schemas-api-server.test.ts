// Children of kinds whose published schemas contain references, at a restart of the manager: on a real API server,
// behind a proxy that counts requests.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ApiObject, App } from 'cdk8s';
import type { Kind } from '../../lib/api/index.ts';
import { HttpClient, loadCredentials } from '../../lib/client/index.ts';
import { systemClock } from '../../lib/clock/index.ts';
import { Controller, Operator } from '../../lib/constructs/index.ts';
import { runManager } from '../../lib/runtime/index.ts';
import { silentMetrics } from '../../lib/telemetry/index.ts';
import { ControlPlane } from '../../lib/testing/index.ts';
import { ApiProxy } from '../proxy/api-proxy.ts';
import { until } from '../until.ts';
import { untilEstablished } from '../until-established.ts';
import { publishedShapes } from './reconcile/comparison/published-shapes.ts';
import { RecordingLogger } from './recording-logger.ts';
import { conditionOf, keyOf, operatorName, Shelf, shelf, shelfKind } from './shelf.ts';

const group = 'storage.example.org';
const kinds = ['Crate', 'Pallet'].map(
  (kind): Kind => ({ group, version: 'v1', kind, plural: `${kind.toLowerCase()}s`, scope: 'Namespaced' }),
);

/** Written by each reconcile that doesn't know that the labels are one value, which only the schema shows. */
const spec = {
  labels: { a: 'b' },
  template: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'pod', labels: { a: 'b' } } },
};

const openAPIV3Schema = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        labels: { type: 'object', additionalProperties: { type: 'string' }, 'x-kubernetes-map-type': 'atomic' },
        template: {
          type: 'object',
          'x-kubernetes-embedded-resource': true,
          'x-kubernetes-preserve-unknown-fields': true,
        },
      },
    },
  },
};

const definitions = kinds.map(({ kind, plural }) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${plural}.${group}` },
  spec: {
    group,
    scope: 'Namespaced',
    names: { kind, plural, singular: kind.toLowerCase(), listKind: `${kind}List` },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } }],
  },
}));

function operator(): Operator {
  const made = new Operator(new App(), operatorName, { version: '1.0.0', image: 'example.com/shelf:1' });
  new Controller(made, 'Controller', {
    for: Shelf,
    owns: kinds,
    render: (scope, { metadata: { name } }) => {
      for (const { kind } of kinds) {
        new ApiObject(scope, kind, { apiVersion: `${group}/v1`, kind, metadata: { name }, spec });
      }
    },
  });
  return made;
}

/** One for each worker. */
const names = Array.from({ length: 8 }, (_, index) => `shelf-${index}`);

describe('schemas with references', { timeout: 5 * 60_000 }, () => {
  let controlPlane: ControlPlane;
  let admin: HttpClient;
  const connected = async (kubeconfig: string) =>
    new HttpClient(await loadCredentials({ clock: systemClock, kubeconfig }), { clock: systemClock });

  async function kubectl(args: readonly string[], items: readonly object[]): Promise<void> {
    const input = JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
    const { exitCode, stderr } = await controlPlane.kubectl(args, { input });
    assert.equal(exitCode, 0, stderr);
  }

  before(async () => {
    controlPlane = await ControlPlane.start({ components: [] });
    admin = await connected(controlPlane.kubeconfig);
    await kubectl(['apply', '-f', '-'], [...definitions, ...operator().toJson()]);
    await untilEstablished(controlPlane);
    for (const kind of kinds) await publishedShapes(admin, kind);
  });

  after(async () => {
    await admin?.close();
    await controlPlane?.stop();
  });

  it('schemas with references are requested once at a restart, and cause no write', async () => {
    const requests: string[] = [];
    await using proxy = await ApiProxy.start(controlPlane, async (exchange) => {
      requests.push(`${exchange.method} ${exchange.target}`);
      await exchange.forward();
    });
    const namespace = `${operatorName}-system`;
    const account = await controlPlane.serviceAccountKubeconfig(namespace, `${operatorName}-controller-manager`);
    const credentials = await loadCredentials({ clock: systemClock, kubeconfig: await proxy.kubeconfig(account) });
    const connect = () => new HttpClient(credentials, { clock: systemClock, fieldManager: operatorName });

    async function work(isDone: (logger: RecordingLogger) => Promise<boolean> | boolean): Promise<void> {
      const stop = new AbortController();
      const logger = new RecordingLogger();
      const ports = { connect, clock: systemClock, logger, metrics: silentMetrics };
      const ended = runManager(operator(), ports, { hostname: 'here' }, stop.signal);
      try {
        await until('the work is done', async () => await isDone(logger));
      } finally {
        stop.abort();
        await ended;
      }
    }

    await kubectl(
      ['create', '-f', '-'],
      names.map((name) => shelf(name, {})),
    );
    const isReady = async (name: string) =>
      conditionOf(await admin.get(shelfKind, keyOf(name)), 'Ready')?.startsWith('True') === true;
    await work(async () => (await Promise.all(names.map(isReady))).every(Boolean));
    requests.length = 0;
    await work((logger) => logger.lines.some(({ message }) => message === 'every resource has been reconciled once'));

    assert.deepEqual(
      requests.filter((request) => !request.startsWith('GET ')),
      [],
    );
    const schemas = requests.filter((request) => request.includes('/openapi/'));
    assert.equal(schemas.length, 2, schemas.join('\n'));
    assert.equal(schemas[0], 'GET /openapi/v3');
    assert.match(schemas[1] ?? '', /^GET \/openapi\/v3\/apis\/storage\.example\.org\/v1\?hash=[0-9A-F]+$/);
  });
});
