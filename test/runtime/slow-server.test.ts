// One controller with slow responses of an API server to its writes, beside another controller and a Lease: on a real
// API server, behind a proxy that delays responses.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import { z } from 'zod';
import {
  CustomResource,
  conditionsOf,
  findCondition,
  isJsonObject,
  type KubernetesObject,
} from '../../lib/api/index.ts';
import { HttpClient, loadCredentials } from '../../lib/client/index.ts';
import { systemClock } from '../../lib/clock/index.ts';
import { Controller, type Operator } from '../../lib/constructs/index.ts';
import { runManager } from '../../lib/runtime/index.ts';
import { leaseKind } from '../../lib/runtime/lease/index.ts';
import { silentLogger, silentMetrics } from '../../lib/telemetry/index.ts';
import { ControlPlane } from '../../lib/testing/index.ts';
import { ApiProxy } from '../proxy/api-proxy.ts';
import { until } from '../until.ts';
import { untilEstablished } from '../until-established.ts';
import { configMapKind, operatorName, shelf, shelfOperator } from './shelf.ts';

/** A resource with a ServiceAccount. */
class Rack extends CustomResource({ group: 'example.com', version: 'v1', kind: 'Rack', spec: z.object({}) }) {}

/** The limits of a client's concurrent requests and of a controller's concurrent reconciles. */
const socketCount = 8;
const shelfCount = 20;

function operator(): Operator {
  const made = shelfOperator();
  new Controller(made, 'Racks', {
    for: Rack,
    owns: [k8s.KubeServiceAccount],
    render: (scope) => new k8s.KubeServiceAccount(scope, 'Account', { metadata: { name: 'quick' } }),
  });
  return made;
}

describe('a manager on a slow API server', { timeout: 5 * 60_000 }, () => {
  const namespace = `${operatorName}-system`;
  let controlPlane: ControlPlane;
  let admin: HttpClient;

  async function kubectl(args: readonly string[], items: readonly object[]): Promise<void> {
    const input = JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
    const { exitCode, stderr } = await controlPlane.kubectl(args, { input });
    assert.equal(exitCode, 0, stderr);
  }

  const connected = async (kubeconfig: string) => {
    const credentials = await loadCredentials({ clock: systemClock, kubeconfig });
    return () => new HttpClient(credentials, { clock: systemClock, fieldManager: operatorName });
  };

  before(async () => {
    controlPlane = await ControlPlane.start({ components: [] });
    admin = (await connected(controlPlane.kubeconfig))();
    await kubectl(['apply', '-f', '-'], operator().toJson());
    await untilEstablished(controlPlane);
  });

  after(async () => {
    await admin?.close();
    await controlPlane?.stop();
  });

  async function names(list: Promise<{ readonly items: readonly KubernetesObject[] }>): Promise<string[]> {
    return (await list).items.map(({ metadata }) => metadata.name);
  }

  it('serves a controller, and renews its Lease, while every connection of another controller waits', async () => {
    const gate = Promise.withResolvers<void>();
    let heldCount = 0;
    await using proxy = await ApiProxy.start(controlPlane, async (exchange) => {
      if (exchange.method === 'PATCH' && exchange.path.includes('/configmaps/')) {
        heldCount += 1;
        await gate.promise;
      }
      await exchange.forward();
    });
    const account = await controlPlane.serviceAccountKubeconfig(namespace, `${operatorName}-controller-manager`);
    const connect = await connected(await proxy.kubeconfig(account));
    const stop = new AbortController();
    const ports = { connect, clock: systemClock, logger: silentLogger, metrics: silentMetrics };
    const ended = runManager(operator(), ports, { hostname: 'here', leaseNamespace: namespace }, stop.signal);
    try {
      await kubectl(
        ['create', '-f', '-'],
        Array.from({ length: shelfCount }, (_, index) => shelf(`shelf-${index}`, { [`box-${index}`]: 'full' })),
      );
      await until('every connection waits', () => heldCount === socketCount);

      const rack = { apiVersion: 'example.com/v1', kind: 'Rack', metadata: { name: 'rack', namespace: 'default' } };
      await kubectl(['create', '-f', '-'], [{ ...rack, spec: {} }]);
      await until('the rack is ready', async () => {
        const { status } = await admin.get(Rack.definition, { namespace: 'default', name: 'rack' });
        return findCondition(conditionsOf(isJsonObject(status) ? status : {}), 'Ready')?.status === 'True';
      });

      const renewTime = async () => (await admin.get(leaseKind, { namespace, name: operatorName })).spec;
      for (const renewal of ['first', 'second']) {
        const last = JSON.stringify(await renewTime());
        await until(`the ${renewal} renewal`, async () => JSON.stringify(await renewTime()) !== last);
      }
      assert.equal(heldCount, socketCount);

      gate.resolve();
      const boxCount = async () =>
        (await names(admin.list(configMapKind))).filter((name) => name.startsWith('box-')).length;
      await until('all boxes', async () => (await boxCount()) === shelfCount);
    } finally {
      gate.resolve();
      stop.abort();
      await ended;
    }
  });
});
