// A StatefulSet is recreated around its pods on a real control plane, by a running controller.

import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import type { Kind, ObjectKey, StoredObject } from '../../../../lib/api/index.ts';
import type { Client } from '../../../../lib/client/index.ts';
import { claimKind, requestedStorage } from '../../../../lib/constructs/index.ts';
import { ControlPlane } from '../../../../lib/testing/index.ts';
import { kubectl } from '../../../kubectl.ts';
import { untilEstablished } from '../../../until-established.ts';
import { awaitedEnd, awaitedObject } from '../../awaited-object.ts';
import {
  Boxes,
  conditionOf,
  configMapKind,
  keyOf,
  podKind,
  type ShelfProps,
  shelf,
  shelfKind,
  shelfOperator,
} from '../../shelf.ts';
import { workOnShelves } from '../../shelf-worker.ts';
import { statefulSetKind, templateStorage, vaultProps } from '../../vault.ts';
import { adminClient } from '../applied-object.ts';

/** A volume that exists before any claim. */
function volume(name: string, storageClassName: string) {
  const spec = {
    capacity: { storage: '4Gi' },
    accessModes: ['ReadWriteOnce'],
    storageClassName,
    hostPath: { path: `/volumes/${name}` },
  };
  return { apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name }, spec };
}

function storageClass(name: string, allowVolumeExpansion: boolean) {
  const provisioner = 'example.com/by-hand';
  return {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name },
    provisioner,
    allowVolumeExpansion,
  };
}

describe('a child that can’t be changed, on a real control plane', { timeout: 10 * 60_000 }, () => {
  let controlPlane: ControlPlane;
  let client: Client;
  let stop: AbortController;
  let ended: Promise<unknown>;
  let count = 0;
  let name: string;

  before(async () => {
    controlPlane = await ControlPlane.start();
    client = await adminClient(controlPlane);
    const classes = ['growing', 'fixed'];
    const manifests = [
      ...shelfOperator()
        .toJson()
        .filter(({ kind }) => kind === 'CustomResourceDefinition'),
      ...classes.map((each) => storageClass(each, each === 'growing')),
      ...classes.flatMap((each) => Array.from({ length: 12 }, (_, index) => volume(`${each}-${index}`, each))),
    ];
    await kubectl(controlPlane, ['apply', '-f', '-'], { apiVersion: 'v1', kind: 'List', items: manifests });
    await untilEstablished(controlPlane);
    const sealed: ShelfProps['render'] = (scope, context) => {
      const { box, ...vault } = context.spec.boxes;
      if (box === undefined) return vaultProps().render?.(scope, context) ?? new Boxes(scope, 'None', vault);
      const metadata = { name: context.metadata.name };
      new k8s.KubeConfigMap(scope, 'Sealed', { metadata, immutable: true, data: { box } });
      return new Boxes(scope, 'Boxes', {});
    };
    const props: ShelfProps = {
      owns: [
        { kind: k8s.KubeStatefulSet, whenImmutable: 'orphan-and-recreate' },
        { kind: k8s.KubeConfigMap, whenImmutable: 'recreate' },
      ],
      render: sealed,
    };
    stop = new AbortController();
    ended = workOnShelves(props, client, stop.signal);
  });

  after(async () => {
    stop?.abort();
    await ended;
    await client?.close();
    await controlPlane?.stop();
  });

  beforeEach(() => {
    count += 1;
    name = `vault-${count}`;
  });

  const fill = (boxes: Readonly<Record<string, string>>) =>
    client.apply(shelfKind, shelf(name, boxes), { fieldManager: 'user', force: true });

  const once = (kind: Kind, key: ObjectKey, isSo: (object: StoredObject) => boolean) =>
    awaitedObject(client, kind, key, isSo);

  const isFull = ({ status }: StoredObject) => (status as { availableReplicas?: number }).availableReplicas === 2;
  const vault = () => once(statefulSetKind, keyOf(name), isFull);
  const pods = () => Promise.all([0, 1].map((ordinal) => client.get(podKind, keyOf(`${name}-${ordinal}`))));
  const claims = () => Promise.all([0, 1].map((ordinal) => client.get(claimKind, keyOf(`data-${name}-${ordinal}`))));
  const uidsOf = (objects: readonly StoredObject[]) => objects.map(({ metadata }) => metadata.uid);
  const degraded = async (words: RegExp) =>
    conditionOf(
      await once(shelfKind, keyOf(name), (object) => words.test(conditionOf(object, 'Degraded') ?? '')),
      'Degraded',
    );

  for (const retention of ['Retain', 'Delete']) {
    it(`the storage of a StatefulSet grows while its pods and claims stay the same (${retention})`, async () => {
      await fill({ storage: '1Gi', retention });
      const first = await vault();
      const [podsBefore, claimsBefore] = [await pods(), await claims()];
      assert.deepEqual(claimsBefore.map(requestedStorage), ['1Gi', '1Gi']);

      await fill({ storage: '2Gi', retention });
      const second = await once(
        statefulSetKind,
        keyOf(name),
        (object) => object.metadata.uid !== first.metadata.uid && isFull(object),
      );
      assert.equal(templateStorage(second), '2Gi');
      assert.deepEqual((await claims()).map(requestedStorage), ['2Gi', '2Gi']);
      assert.deepEqual(uidsOf(await claims()), uidsOf(claimsBefore));
      const podsAfter = await pods();
      assert.deepEqual(uidsOf(podsAfter), uidsOf(podsBefore));
      assert.deepEqual(
        podsAfter.map(({ metadata }) => metadata.ownerReferences?.map(({ uid }) => uid)),
        [[second.metadata.uid], [second.metadata.uid]],
      );
      await once(shelfKind, keyOf(name), (object) => conditionOf(object, 'Ready')?.startsWith('True') === true);
      const requests = await controlPlane.auditEvents();
      const growths = requests.filter(
        ({ verb, objectRef, user, responseStatus }) =>
          verb === 'patch' &&
          objectRef?.resource === claimKind.plural &&
          objectRef.name?.includes(name) &&
          responseStatus?.code === 200 &&
          // The garbage collector removes references to the old StatefulSet.
          !user.username.startsWith('system:serviceaccount:'),
      );
      assert.equal(growths.length, 2);
    });
  }

  it('a resource deleted while its StatefulSet is being recreated leaves no pod without a controller', async () => {
    const hold = (kind: Kind, ...finalizers: readonly string[]) =>
      client.patch(kind, keyOf(name), { type: 'merge', body: { metadata: { finalizers } } });
    const { uid } = (await fill({ storage: '1Gi' })).metadata;
    await vault();
    const claimsBefore = await claims();
    // The garbage collector follows deleted owners: from the pods to the new StatefulSet to the resource.
    await hold(shelfKind, 'example.com/held');
    await hold(statefulSetKind, 'example.com/slow');
    await fill({ storage: '2Gi' });
    await once(
      statefulSetKind,
      keyOf(name),
      (object) => object.metadata.deletionTimestamp !== undefined && object.metadata.finalizers?.length === 1,
    );
    assert.deepEqual(
      (await pods()).map((pod) => pod.metadata.ownerReferences),
      [undefined, undefined],
    );
    await client.delete(shelfKind, keyOf(name));
    await hold(statefulSetKind);
    await once(shelfKind, keyOf(name), ({ metadata: { finalizers } }) => finalizers?.join() === 'example.com/held');
    const { metadata } = await client.get(statefulSetKind, keyOf(name));
    assert.deepEqual(
      metadata.ownerReferences?.map(({ uid }) => uid),
      [uid],
    );
    assert.deepEqual(
      (await pods()).map((pod) => pod.metadata.ownerReferences?.map((owner) => owner.uid)),
      [[metadata.uid], [metadata.uid]],
    );
    assert.deepEqual(uidsOf(await claims()), uidsOf(claimsBefore));
    await hold(shelfKind);
    await awaitedEnd(client, shelfKind, keyOf(name));
  });

  it('a StatefulSet stays if its storage class lets no claim grow', async () => {
    await fill({ storage: '1Gi', class: 'fixed' });
    const { metadata } = await vault();
    await fill({ storage: '2Gi', class: 'fixed' });
    assert.match(
      (await degraded(/ClaimNotGrown/)) ?? '',
      /volume claim default\/data-.*-0 can't grow to 2Gi: .*resize/,
    );
    assert.equal((await vault()).metadata.uid, metadata.uid);
    assert.deepEqual((await claims()).map(requestedStorage), ['1Gi', '1Gi']);
  });

  it('a StatefulSet stays if its storage would have to shrink', async () => {
    await fill({ storage: '2Gi' });
    const { metadata } = await vault();
    await fill({ storage: '1Gi' });
    assert.match((await degraded(/ChildImmutable/)) ?? '', /data-.*-0 has 2Gi, which can't become 1Gi/);
    assert.equal((await vault()).metadata.uid, metadata.uid);
  });

  it('a StatefulSet isn’t deleted if the API server would refuse its replacement', async () => {
    await fill({ storage: '1Gi' });
    const { metadata } = await vault();
    await fill({ storage: '-2Gi' });
    assert.match(
      (await degraded(/ChildImmutable/)) ?? '',
      /a new one would be refused, too: .*must be greater than zero/,
    );
    assert.equal((await vault()).metadata.uid, metadata.uid);
    assert.deepEqual((await claims()).map(requestedStorage), ['1Gi', '1Gi']);
  });

  it('an immutable ConfigMap is replaced if its kind may be recreated', async () => {
    await fill({ box: 'one' });
    const first = await once(configMapKind, keyOf(name), () => true);
    await fill({ box: 'other' });
    const second = await once(configMapKind, keyOf(name), ({ metadata }) => metadata.uid !== first.metadata.uid);
    assert.deepEqual(second.data, { box: 'other' });
  });
});
