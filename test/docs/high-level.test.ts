// Tests the statements of docs/writing-an-operator.md about high-level constructs of cdk8s-plus on the embedded cluster.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { App } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { type Kind, resolveKind, type StoredObject } from '../../lib/api/index.ts';
import type { Client } from '../../lib/client/index.ts';
import { Controller } from '../../lib/constructs/index.ts';
import { EmbeddedControlPlane } from '../embedded-control-plane.ts';
import { kubectl } from '../kubectl.ts';
import { awaitedObject } from '../runtime/awaited-object.ts';
import { adminClient } from '../runtime/reconcile/applied-object.ts';
import { workOnController } from '../runtime/shelf-worker.ts';
import { untilEstablished } from '../until-established.ts';
import { Shop, ShopOperator } from './high-level/operator.ts';

const key = { namespace: 'default', name: 'flowers' };
const user = { fieldManager: 'user', force: true };

describe('high-level children on the embedded cluster', { timeout: 5 * 60_000 }, () => {
  const operator = new ShopOperator(new App(), 'shop-operator', { version: '1.0.0', image: 'example.com/shop:1' });
  const deploymentKind = resolveKind(kplus.Deployment);
  const serviceKind = resolveKind(kplus.Service);
  const stop = new AbortController();
  /** The plurals of the children that the controller applies. */
  const applied: string[] = [];
  let controlPlane: EmbeddedControlPlane;
  let client: Client;
  let ended: Promise<unknown>;

  before(async () => {
    controlPlane = await EmbeddedControlPlane.start({ workloads: 'none' });
    client = await adminClient(controlPlane);
    const items = operator.toJson().filter(({ kind }) => kind === 'CustomResourceDefinition');
    await kubectl(controlPlane, ['apply', '-f', '-'], { apiVersion: 'v1', kind: 'List', items });
    await untilEstablished(controlPlane);
    const [controller] = Controller.in(operator);
    ended = workOnController(controller ?? assert.fail('it has a controller'), noting(), stop.signal);
    await client.apply(
      Shop.definition,
      {
        apiVersion: 'example.com/v1',
        kind: 'Shop',
        metadata: key,
        spec: { image: 'example.com/shop:1', replicas: 2 },
      },
      user,
    );
  });

  after(async () => {
    stop.abort();
    await ended;
    await client?.close();
    await controlPlane?.stop();
  });

  function noting(): Client {
    return new Proxy(client, {
      get(target, method) {
        const call = Reflect.get(target, method, target);
        return (...words: readonly [Kind, ...never[]]) => {
          if (method === 'apply') applied.push(words[0].plural);
          return call.apply(target, words);
        };
      },
    });
  }

  const once = (kind: Kind, isSo: (object: StoredObject) => boolean) => awaitedObject(client, kind, key, isSo);
  const replicasAre = (count: number) => (object: StoredObject) => Object(object.spec).replicas === count;

  it('high-level children are applied once each, and the status is read from them', async () => {
    const { clusterIP } = Object((await once(serviceKind, () => true)).spec);
    await once(Shop.definition, ({ status }) => Object(status).address === clusterIP);
    assert.ok(replicasAre(2)(await client.get(deploymentKind, key)));
    assert.deepEqual(applied.toSorted(), ['deployments', 'services']);
  });

  it('the applier of high-level children owns the defaults that their classes write', async () => {
    const { spec, metadata } = await client.get(deploymentKind, key);
    const { template } = Object(spec);
    assert.partialDeepStrictEqual(template.spec, {
      automountServiceAccountToken: false,
      securityContext: { fsGroupChangePolicy: 'Always', runAsNonRoot: true },
      containers: [
        {
          imagePullPolicy: 'Always',
          resources: { limits: { cpu: '1500m', memory: '2Gi' }, requests: { cpu: '1', memory: '512Mi' } },
          securityContext: { readOnlyRootFilesystem: true, runAsNonRoot: true },
        },
      ],
    });
    const owned = metadata.managedFields?.find(({ manager }) => manager === 'shop-operator')?.fieldsV1;
    assert.match(JSON.stringify(owned), /"f:limits":\{"f:cpu":\{},"f:memory":\{}}/);
    assert.match(JSON.stringify(owned), /"f:replicas":\{}/);
  });

  it('high-level children are restored when another client changes a field of the operator', async () => {
    await client.patch(
      deploymentKind,
      key,
      { type: 'merge', body: { spec: { replicas: 5 } } },
      { fieldManager: 'editor' },
    );
    await once(deploymentKind, replicasAre(2));
    await client.apply(
      Shop.definition,
      { apiVersion: 'example.com/v1', kind: 'Shop', metadata: key, spec: { image: 'example.com/shop:2', replicas: 3 } },
      user,
    );
    await once(deploymentKind, replicasAre(3));
    assert.deepEqual(applied.toSorted(), ['deployments', 'deployments', 'deployments', 'services']);
  });
});
