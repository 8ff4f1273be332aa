// An autoscaler beside a controller at work, on a real API server with the autoscaler of the real controller manager. There
// are no metrics: an autoscaler then still keeps its minimum, by writes of the scale subresource.

import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import type { Construct } from 'constructs';
import type { StoredObject } from '../../../../lib/api/index.ts';
import type { Client } from '../../../../lib/client/index.ts';
import { ControlPlane } from '../../../../lib/testing/index.ts';
import { kubectl } from '../../../kubectl.ts';
import { untilEstablished } from '../../../until-established.ts';
import { awaitedObject } from '../../awaited-object.ts';
import { Boxes, conditionOf, keyOf, type ShelfProps, shelf, shelfKind, shelfOperator } from '../../shelf.ts';
import { workOnShelves } from '../../shelf-worker.ts';
import { adminClient, kindOf } from '../applied-object.ts';

const deploymentKind = kindOf('apps', 'v1', 'Deployment');
const autoscalerKind = kindOf('autoscaling', 'v2', 'HorizontalPodAutoscaler');

/** A release that gives each shelf a Deployment with so many pods. */
function release(version: string, replicas?: number): ShelfProps {
  return {
    owns: [k8s.KubeDeployment],
    render: (scope, { metadata: { name } }) => {
      deployment(scope, name, { version, replicas });
      return new Boxes(scope, 'Boxes', {});
    },
  };
}

function deployment(
  scope: Construct,
  name: string,
  { version, replicas }: { readonly version: string; readonly replicas: number | undefined },
): void {
  const labels = { app: name };
  new k8s.KubeDeployment(scope, 'Deployment', {
    metadata: { name, labels: { version } },
    spec: {
      ...(replicas !== undefined && { replicas }),
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'example.com/main:1' }] } },
    },
  });
}

describe('an autoscaler beside a controller on a real API server', { timeout: 8 * 60_000 }, () => {
  let controlPlane: ControlPlane;
  let client: Client;
  let stop = new AbortController();
  let ended: Promise<unknown> = Promise.resolve();
  let applyCount = 0;
  let count = 0;
  let name: string;

  before(async () => {
    controlPlane = await ControlPlane.start({ components: ['kube-controller-manager'] });
    client = await adminClient(controlPlane);
    const items = shelfOperator()
      .toJson()
      .filter(({ kind }) => kind === 'CustomResourceDefinition');
    await kubectl(controlPlane, ['apply', '-f', '-'], { apiVersion: 'v1', kind: 'List', items });
    await untilEstablished(controlPlane);
  });

  after(async () => {
    await client?.close();
    await controlPlane?.stop();
  });

  beforeEach(() => {
    count += 1;
    name = `a${count}`;
  });

  afterEach(async () => {
    await end();
    await client.delete(shelfKind, keyOf(name));
  });

  async function run(props: ShelfProps): Promise<void> {
    await end();
    stop = new AbortController();
    applyCount = 0;
    const counting: Client = new Proxy(client, {
      get(target, method) {
        if (method === 'apply') applyCount += 1;
        const member = Reflect.get(target, method, target);
        return typeof member === 'function' ? member.bind(target) : member;
      },
    });
    ended = workOnShelves(props, counting, stop.signal);
  }

  async function end(): Promise<void> {
    stop.abort();
    await ended;
  }

  const fill = () => client.apply(shelfKind, shelf(name, {}), { fieldManager: 'user', force: true });
  const replicasOf = ({ spec }: StoredObject) => Object(spec).replicas;
  const once = (isSo: (object: StoredObject) => boolean) => awaitedObject(client, deploymentKind, keyOf(name), isSo);
  const isOf = (version: string) => (object: StoredObject) => object.metadata.labels?.version === version;
  const label = (version: string) =>
    client.patch(deploymentKind, keyOf(name), { type: 'merge', body: { metadata: { labels: { version } } } });

  const saying = (degraded: string) =>
    awaitedObject(
      client,
      shelfKind,
      keyOf(name),
      (object) => conditionOf(object, 'Degraded')?.startsWith(degraded) === true,
    );

  async function autoscale(minReplicas: number): Promise<void> {
    const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name };
    const autoscaler = {
      apiVersion: 'autoscaling/v2',
      kind: 'HorizontalPodAutoscaler',
      metadata: keyOf(name),
      spec: { scaleTargetRef, minReplicas, maxReplicas: 9 },
    };
    await client.apply(autoscalerKind, autoscaler, { fieldManager: 'user', force: true });
  }

  it('replicas that a new release no longer renders keep their value until an autoscaler sets them', async () => {
    await fill();
    await run(release('1', 3));
    await once((object) => replicasOf(object) === 3);
    await run(release('2'));
    assert.equal(replicasOf(await once(isOf('2'))), 3);
    await autoscale(5);
    await once((object) => replicasOf(object) === 5);
    await label('edited');
    assert.equal(replicasOf(await once(isOf('2'))), 5);
    await run(release('2'));
    await label('edited');
    assert.equal(replicasOf(await once(isOf('2'))), 5);
    assert.equal(applyCount, 1, 'nothing but the label is repaired');
  });

  it('rendered replicas yield to an autoscaler after repeated conflicts, which Degraded reports', async () => {
    await fill();
    await run(release('1', 3));
    await once((object) => replicasOf(object) === 3);
    await autoscale(5);
    const reported = await saying('True FieldConflict');
    assert.match(
      conditionOf(reported, 'Degraded') ?? '',
      new RegExp(`: Deployment default/${name}: spec.replicas is owned by kube-controller-manager; `),
    );
    assert.equal(replicasOf(await client.get(deploymentKind, keyOf(name))), 5);
    await run(release('2'));
    assert.equal(replicasOf(await once(isOf('2'))), 5);
    await saying('False');
  });
});
