import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import { Action, TerminalError } from '../../../../lib/api/index.ts';
import { isConflict } from '../../../../lib/client/index.ts';
import { claimKind, requestedStorage, type WhenImmutable } from '../../../../lib/constructs/index.ts';
import { ChildRefusalError } from '../../../../lib/runtime/reconcile/applying/child-refusal-error.ts';
import { StaleResourceError } from '../../../../lib/runtime/reconcile/safeguards/freshness.ts';
import type { Link } from '../../observed-transport.ts';
import { refusal } from '../../refusal.ts';
import { Boxes, conditionOf, keyOf, podKind, type ShelfProps, shelf, shelfKind } from '../../shelf.ts';
import { claim, statefulSetKind, templateStorage, vaultKey, vaultProps } from '../../vault.ts';
import { ShelfKeeper } from '../shelf-keeper.ts';

describe('a child that can’t be changed', () => {
  let keeper: ShelfKeeper;

  const vault = () => keeper.server.object(statefulSetKind, vaultKey);
  const sizes = () => keeper.server.objects(claimKind).map(requestedStorage);

  /** A vault with its claims, as its controller has created it. */
  async function start(whenImmutable?: WhenImmutable, props: ShelfProps = {}): Promise<void> {
    keeper = await ShelfKeeper.start({ ...vaultProps(whenImmutable), ...props });
    await keeper.fill({ storage: '1Gi' });
    await keeper.pass();
    for (const name of ['data-a-0', 'data-a-1']) await putClaim(name, '1Gi');
  }

  async function putClaim(name: string, storage: string): Promise<void> {
    await keeper.server.put(claimKind, claim(name, storage));
    await keeper.server.editStatus(claimKind, keyOf(name), { phase: 'Bound' });
  }

  /** The requests of a reconcile, without the generated name of the trial copy. */
  const calls = async () => (await keeper.callsOfPass()).map((call) => call.replace(/t[0-9a-f]{8}$/, 'copy'));
  const degraded = () => conditionOf(keeper.shelf, 'Degraded');

  /** Asserts that the StatefulSet is there, and isn't being deleted. */
  function assertKept(): void {
    const { metadata } = vault() ?? assert.fail('the StatefulSet is gone');
    assert.equal(metadata.deletionTimestamp, undefined);
  }

  describe('of a kind without a policy', () => {
    beforeEach(() => start());

    it('a child that can’t be changed stays, and Degraded names the child, its fields and the remedy', async () => {
      const uid = vault()?.metadata.uid;
      await keeper.fill({ storage: '2Gi' });
      assert.deepEqual(await calls(), ['apply statefulsets default/a', 'patch shelfs/status default/a']);
      assert.equal(vault()?.metadata.uid, uid);
      assert.equal(
        degraded(),
        "True ChildImmutable: StatefulSet default/a can't be changed in spec.volumeClaimTemplates: the API server says " +
          "spec: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', " +
          "'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden; undo the " +
          'change, delete it by hand, or set `whenImmutable` in `owns` (orphan-and-recreate, which keeps ' +
          'its pods and data, or recreate)',
      );
      assert.deepEqual(sizes(), ['1Gi', '1Gi']);
    });

    it('a StatefulSet without `whenImmutable` doesn’t change its claims, whatever their size', async () => {
      await putClaim('data-a-2', '512Mi');
      assert.deepEqual(await calls(), []);
    });

    it('a child that couldn’t be changed is repaired again when the change is undone', async () => {
      await keeper.fill({ storage: '2Gi' });
      await keeper.failure();
      await keeper.fill({ storage: '1Gi', image: 'vault:2' });
      await keeper.pass();
      assert.equal(degraded(), 'False AsExpected: no problem is known');
    });
  });

  describe('of a kind that may be recreated', () => {
    beforeEach(() => start('recreate'));

    it('a child of a kind to recreate is deleted with its dependents, and created again when it is gone', async () => {
      const uid = vault()?.metadata.uid;
      await keeper.fill({ storage: '2Gi' });
      assert.deepEqual(await calls(), [
        'apply statefulsets default/a',
        'create statefulsets default/copy',
        'delete statefulsets default/a',
        'patch shelfs/status default/a',
      ]);
      assert.deepEqual(vault()?.metadata.finalizers, ['foregroundDeletion']);
      assert.deepEqual(sizes(), ['1Gi', '1Gi']);
      assert.deepEqual(await calls(), []);
      await keeper.server.collectGarbage();
      await keeper.clock.advance(1_000);
      assert.deepEqual(await calls(), ['apply statefulsets default/a', 'patch shelfs/status default/a']);
      assert.equal(templateStorage(vault()), '2Gi');
      assert.notEqual(vault()?.metadata.uid, uid);
    });

    it('the conditions and the journal report that a child is being recreated', async () => {
      await keeper.fill({ storage: '2Gi' });
      await keeper.pass();
      const words = 'Recreating: StatefulSet a: is being deleted, and then recreated';
      assert.equal(conditionOf(keeper.shelf, 'Ready'), `False ${words}`);
      assert.equal(conditionOf(keeper.shelf, 'Progressing'), `True ${words}`);
      assert.ok(keeper.diary.lines.includes('recreated StatefulSet a'));
    });

    it('a StatefulSet isn’t deleted when its claims would be deleted with it', async () => {
      await keeper.fill({ storage: '1Gi', retention: 'Delete' });
      await keeper.pass();
      await keeper.fill({ storage: '2Gi' });
      assert.deepEqual(await calls(), ['apply statefulsets default/a', 'patch shelfs/status default/a']);
      assert.match(
        degraded() ?? '',
        /^True ChildImmutable: .*the volume claims of its pods would be deleted with it: set `orphan-and-recreate`/,
      );
      assertKept();
    });

    it('a child to recreate isn’t deleted when it has changed since the cache saw it', async () => {
      await keeper.fill({ storage: '2Gi' });
      keeper.view.standStill(statefulSetKind);
      await keeper.server.editStatus(statefulSetKind, vaultKey, { replicas: 2 });
      assert.ok(isConflict(await keeper.failure()));
      assertKept();
    });

    it('a child isn’t deleted for an ordinary invalid value', async () => {
      await keeper.fill({ storage: '1Gi', replicas: '-1' });
      assert.deepEqual(await calls(), ['apply statefulsets default/a', 'patch shelfs/status default/a']);
      assert.match(degraded() ?? '', /^True ChildInvalid: /);
    });

    it('a child isn’t deleted when an ordinary invalid value is refused beside an immutable field', async () => {
      await keeper.fill({ storage: '2Gi', replicas: '-1' });
      assert.deepEqual(await calls(), ['apply statefulsets default/a', 'patch shelfs/status default/a']);
      assert.match(degraded() ?? '', /^True ChildInvalid: /);
    });

    it('a child isn’t deleted when its replacement would be refused, too', async () => {
      keeper.restart(vaultProps('recreate'), async (request, _, call) => {
        const answer = await request();
        if (!call.startsWith('create ')) return answer;
        const message = 'Invalid value: must be greater than zero';
        const causes = [{ reason: 'FieldValueInvalid', message, field: 'spec.volumeClaimTemplates[0]' }];
        throw refusal('create', statefulSetKind, vaultKey, 422, 'Invalid', { causes });
      });
      await keeper.fill({ storage: '2Gi' });
      assert.deepEqual(await calls(), [
        'apply statefulsets default/a',
        'create statefulsets default/copy',
        'patch shelfs/status default/a',
      ]);
      assert.match(
        degraded() ?? '',
        /^True ChildImmutable: .*a new one would be refused, too: spec.volumeClaimTemplates\[0\]: .*greater than zero/,
      );
    });

    it('a child isn’t deleted when its trial copy can’t be sent', async () => {
      keeper.restart(vaultProps('recreate'), async (request, _, call) => {
        const answer = await request();
        if (call.startsWith('create ')) throw new Error('lost');
        return answer;
      });
      await keeper.fill({ storage: '2Gi' });
      assert.match(String(await keeper.failure()), /lost/);
      assertKept();
    });
  });

  describe('of a kind that holds data', () => {
    it('a PersistentVolumeClaim is never deleted to be recreated, because it holds data', async () => {
      // A claim of the resource itself, whose access mode can't change.
      keeper = await ShelfKeeper.start({
        owns: [{ kind: k8s.KubePersistentVolumeClaim, whenImmutable: 'recreate' }],
        render: (scope, { spec }) => {
          const storage = k8s.Quantity.fromString('1Gi');
          new k8s.KubePersistentVolumeClaim(scope, 'Own', {
            metadata: { name: 'own' },
            spec: { accessModes: [spec.boxes.mode ?? 'ReadWriteOnce'], resources: { requests: { storage } } },
          });
          return new Boxes(scope, 'Boxes', {});
        },
      });
      await keeper.fill({});
      await keeper.pass();
      await keeper.fill({ mode: 'ReadWriteMany' });
      assert.deepEqual(await calls(), ['apply persistentvolumeclaims default/own', 'patch shelfs/status default/a']);
      assert.match(degraded() ?? '', /^True ChildImmutable: .*its kind holds data and is never recreated/);
    });
  });

  describe('of a kind that may be recreated around its dependents', () => {
    beforeEach(() => start('orphan-and-recreate'));

    it('a StatefulSet is deleted without its pods after its claims have grown, and then recreated', async () => {
      await keeper.fill({ storage: '2Gi' });
      assert.deepEqual(await calls(), [
        'apply statefulsets default/a',
        'create statefulsets default/copy',
        'patch persistentvolumeclaims default/data-a-0',
        'patch persistentvolumeclaims default/data-a-1',
        'patch shelfs default/a',
        'delete statefulsets default/a',
        'patch shelfs/status default/a',
      ]);
      assert.deepEqual(vault()?.metadata.finalizers, ['orphan']);
      assert.deepEqual(await calls(), []);
      await keeper.server.collectGarbage();
      await keeper.pass();
      assert.equal(templateStorage(vault()), '2Gi');
      assert.deepEqual(sizes(), ['2Gi', '2Gi']);
      assert.deepEqual(await calls(), []);
    });

    /** Adopts the pods and updates the status, as the controller of StatefulSets does. */
    const adopt = async () => {
      const { generation: observedGeneration = 0 } = vault()?.metadata ?? {};
      await keeper.server.editStatus(statefulSetKind, vaultKey, { observedGeneration });
    };

    it('a resource keeps its finalizer until the pods belong to its new StatefulSet', async () => {
      await keeper.fill({ storage: '2Gi' });
      await keeper.pass();
      assert.deepEqual(keeper.shelf?.metadata.finalizers, ['shelf.example.com/replacement']);
      await keeper.server.collectGarbage();
      await keeper.pass();
      assert.deepEqual(keeper.shelf?.metadata.finalizers, ['shelf.example.com/replacement']);
      await adopt();
      await keeper.pass();
      assert.equal(keeper.shelf?.metadata.finalizers, undefined);
      assert.deepEqual(await calls(), []);
    });

    it('a StatefulSet is recreated even if its resource is deleted meanwhile', async () => {
      await keeper.fill({ storage: '2Gi' });
      await keeper.pass();
      await keeper.server.delete(shelfKind, keyOf('a'));
      assert.deepEqual(await calls(), []);
      await keeper.server.collectGarbage();
      assert.deepEqual(await calls(), ['apply statefulsets default/a']);
      assert.deepEqual(await calls(), []);
      await adopt();
      assert.deepEqual(await calls(), ['patch shelfs default/a']);
      assert.equal(keeper.shelf, undefined);
      assertKept();
      assert.equal(templateStorage(vault()), '2Gi');
    });

    it('a StatefulSet isn’t deleted when its resource is being deleted and takes no finalizer', async () => {
      await keeper.fill({ storage: '2Gi' });
      keeper.view.standStill(shelfKind);
      await keeper.server.edit(shelfKind, {
        ...shelf('a', {}),
        metadata: { ...keyOf('a'), finalizers: ['example.com/other'] },
      });
      await keeper.server.delete(shelfKind, keyOf('a'));
      assert.ok(StaleResourceError.is(await keeper.failure()));
      assertKept();
    });

    for (const [when, prepare] of [
      ['its name has been taken', () => keeper.server.put(statefulSetKind, { ...bare, metadata: vaultKey })],
      ['the children are to stay', () => keeper.server.delete(shelfKind, keyOf('a'), 'Orphan')],
      ['nothing can be rendered', () => keeper.restart({ ...vaultProps('orphan-and-recreate'), render: broken })],
      ['nothing may be made', () => keeper.restart(vaultProps('orphan-and-recreate'), forbidding)],
    ] as const) {
      it(`a deleted StatefulSet doesn’t keep its resource when ${when}`, async () => {
        await keeper.fill({ storage: '2Gi' });
        await keeper.pass();
        await keeper.server.delete(shelfKind, keyOf('a'));
        await keeper.server.collectGarbage();
        await prepare();
        await keeper.pass();
        assert.deepEqual(keeper.shelf?.metadata.finalizers?.includes('shelf.example.com/replacement') ?? false, false);
      });
    }

    it('a deleted StatefulSet keeps its resource while a kind that the resource refers to isn’t listed', async () => {
      await keeper.fill({ storage: '2Gi' });
      await keeper.pass();
      await keeper.server.delete(shelfKind, keyOf('a'));
      await keeper.server.collectGarbage();
      let count = 0;
      const props = vaultProps('orphan-and-recreate');
      const references = [{ kind: podKind, names: () => ['a'] }];
      const renderingNothing: ShelfProps['render'] = (scope) => {
        count += 1;
        return new Boxes(scope, 'Boxes', {});
      };
      keeper.restart({ ...props, references, render: renderingNothing });
      keeper.view.listState = () => 'not-listed';
      assert.deepEqual([await keeper.pass(), count], [Action.awaitChange(), 0]);
      assert.deepEqual(keeper.shelf?.metadata.finalizers, ['shelf.example.com/replacement']);
      assert.match(degraded() ?? '', /^True KindNotListed: the API server hasn't listed any .*Pod\.v1/);
      keeper.view.listState = () => 'listed';
      keeper.restart({ ...props, references });
      assert.deepEqual(await calls(), ['apply statefulsets default/a']);
    });

    it('a StatefulSet is recreated even if the garbage collector deletes the existing children first', async () => {
      await keeper.fill({ storage: '2Gi' });
      await keeper.pass();
      await keeper.server.delete(shelfKind, keyOf('a'));
      await keeper.server.collectGarbage();
      await keeper.server.delete(shelfKind, keyOf('a'), 'Foreground');
      assert.deepEqual(await calls(), []);
      await keeper.server.collectGarbage();
      assert.deepEqual(await calls(), ['apply statefulsets default/a']);
    });

    const labels = { app: 'b' };
    const template = { metadata: { labels }, spec: { containers: [{ name: 'b', image: 'b:1' }] } };
    const bare = { apiVersion: 'apps/v1', kind: 'StatefulSet', spec: { selector: { matchLabels: labels }, template } };
    const broken = () => {
      throw new TerminalError('a broken render');
    };
    const forbidding: Link = async (request, _, call) => {
      const answer = await request();
      if (!call.startsWith('apply ')) return answer;
      await keeper.server.remove(statefulSetKind, vaultKey);
      throw refusal('apply', statefulSetKind, vaultKey, 403, 'Forbidden');
    };

    it('the growth of a claim changes only its size', async () => {
      const before = keeper.server.object(claimKind, keyOf('data-a-0'));
      await keeper.fill({ storage: '2Gi' });
      await keeper.pass();
      const grown = keeper.server.object(claimKind, keyOf('data-a-0'));
      assert.deepEqual(grown?.spec, { ...Object(before?.spec), resources: { requests: { storage: '2Gi' } } });
      assert.equal(grown?.metadata.uid, before?.metadata.uid);
    });

    it('the growth of claims doesn’t change the claims of other resources', async () => {
      for (const name of ['data-b-0', 'data-a-b-0', 'other-a-0', 'data-a', 'data-a-x']) await putClaim(name, '1Gi');
      await keeper.fill({ storage: '2Gi' });
      const grown = (await calls()).filter((call) => call.startsWith('patch p'));
      assert.deepEqual(grown, [
        'patch persistentvolumeclaims default/data-a-0',
        'patch persistentvolumeclaims default/data-a-1',
      ]);
    });

    it('a claim of an earlier pod that is too small grows, even if nothing else differs', async () => {
      await putClaim('data-a-7', '512Mi');
      assert.deepEqual(await calls(), ['patch persistentvolumeclaims default/data-a-7']);
      assert.deepEqual(await calls(), []);
      assert.ok(keeper.diary.lines.includes('grown PersistentVolumeClaim data-a-7'));
    });

    it('a claim of the same size in other units isn’t changed', async () => {
      await putClaim('data-a-7', '1024Mi');
      await putClaim('data-a-8', '1073741824');
      assert.deepEqual(await calls(), []);
    });

    it('a claim that is larger than its template isn’t changed as long as the template stays', async () => {
      await putClaim('data-a-7', '5Gi');
      assert.deepEqual(await calls(), []);
      assert.equal(degraded(), 'False AsExpected: no problem is known');
    });

    it('a StatefulSet stays with its claims when one claim would have to shrink', async () => {
      await putClaim('data-a-1', '3Gi');
      await keeper.fill({ storage: '2Gi' });
      await keeper.failure();
      assertKept();
      assert.deepEqual(sizes(), ['1Gi', '3Gi']);
      assert.equal(
        degraded(),
        "True ChildImmutable: StatefulSet default/a stays as it is, for volume claims don't shrink: data-a-1 has 3Gi, " +
          "which can't become 2Gi; ask for at least as much as the largest claim has",
      );
    });

    it('a StatefulSet is deleted for its replacement only once its storage class lets claims grow', async () => {
      keeper.server.allowExpansion(false);
      await keeper.fill({ storage: '2Gi' });
      assert.ok(ChildRefusalError.is(await keeper.failure()));
      assertKept();
      assert.match(degraded() ?? '', /^True ClaimNotGrown: volume claim default\/data-a-0 can't grow to 2Gi: /);
      keeper.server.allowExpansion(true);
      await keeper.pass();
      assert.deepEqual(vault()?.metadata.finalizers, ['orphan']);
    });

    it('a claim that has changed since the cache saw it doesn’t grow', async () => {
      keeper.view.standStill(claimKind);
      await putClaim('data-a-0', '1Gi');
      await keeper.server.editStatus(claimKind, keyOf('data-a-0'), { phase: 'Bound', capacity: { storage: '1Gi' } });
      await keeper.fill({ storage: '2Gi' });
      assert.ok(isConflict(await keeper.failure()));
      assert.deepEqual(sizes(), ['1Gi', '1Gi']);
      assertKept();
    });

    it('a claim that is being deleted isn’t changed', async () => {
      const old = claim('data-a-1', '1Gi');
      await keeper.server.edit(claimKind, { ...old, metadata: { ...old.metadata, finalizers: ['kubernetes.io/pvc'] } });
      await keeper.server.delete(claimKind, keyOf('data-a-1'));
      await keeper.fill({ storage: '2Gi' });
      await keeper.pass();
      assert.deepEqual(sizes(), ['2Gi', '1Gi']);
    });

    it('a StatefulSet stays when its replacement wouldn’t adopt its pods', async () => {
      await keeper.fill({ storage: '2Gi', app: 'other' });
      assert.deepEqual(await calls(), ['apply statefulsets default/a', 'patch shelfs/status default/a']);
      assert.match(degraded() ?? '', /^True ChildImmutable: .*it wouldn't adopt what it leaves behind/);
    });

    it('a StatefulSet stays when its replacement would lose the number of pods that another manager sets', async () => {
      const { metadata } = vault() ?? assert.fail('it is there');
      const spec = { replicas: 5 };
      keeper.restart(vaultProps('orphan-and-recreate'));
      await keeper.fill({ storage: '1Gi', replicas: '' });
      await keeper.pass();
      await keeper.server.edit(statefulSetKind, {
        apiVersion: 'apps/v1',
        kind: 'StatefulSet',
        metadata: vaultKey,
        spec,
      });
      await keeper.fill({ storage: '2Gi', replicas: '' });
      await keeper.failure();
      assert.match(
        degraded() ?? '',
        /^True ChildImmutable: .*it would have 1 replica, for the 5 .*: render `replicas`$/,
      );
      assert.equal(vault()?.metadata.uid, metadata.uid);
      assert.deepEqual(sizes(), ['1Gi', '1Gi']);
    });

    it('no claim grows if the replacement of its StatefulSet would be refused', async () => {
      await keeper.fill({ storage: '2Gi', class: '-' });
      await keeper.failure();
      assert.deepEqual(sizes(), ['1Gi', '1Gi']);
    });
  });

  for (const policy of ['recreate', 'orphan-and-recreate'] as const) {
    it(`a StatefulSet isn’t deleted when its pods would start without their data (${policy})`, async () => {
      await start(policy);
      await keeper.fill({ storage: '1Gi', volume: 'files' });
      assert.deepEqual(await calls(), ['apply statefulsets default/a', 'patch shelfs/status default/a']);
      assert.match(degraded() ?? '', /^True ChildImmutable: .*its pods would begin without the data in data: keep/);
      assertKept();
    });
  }

  it('a Job isn’t deleted without its pods, because a new one wouldn’t adopt them', async () => {
    keeper = await ShelfKeeper.start({
      owns: [{ kind: k8s.KubeJob, whenImmutable: 'orphan-and-recreate' }],
      render: (scope, { spec: { boxes } }) => {
        const containers = [{ name: 'work', image: boxes.image ?? 'work:1' }];
        const spec = { template: { spec: { containers, restartPolicy: 'Never' } } };
        new k8s.KubeJob(scope, 'Work', { metadata: { name: 'work' }, spec });
        return new Boxes(scope, 'Boxes', {});
      },
    });
    await keeper.fill({ image: 'work:1' });
    await keeper.pass();
    await keeper.fill({ image: 'work:2' });
    assert.deepEqual(await calls(), ['apply jobs default/work', 'patch shelfs/status default/a']);
    assert.match(degraded() ?? '', /^True ChildImmutable: .*it wouldn't adopt the pods that it leaves behind/);
  });

  it('the author’s `reconcile` waits until a child that is deleted to be recreated exists again', async () => {
    let count = 0;
    await start('recreate', {
      reconcile: () => {
        count += 1;
        return Action.awaitChange();
      },
    });
    assert.equal(count, 1);
    await keeper.fill({ storage: '2Gi' });
    await keeper.pass();
    assert.equal(count, 1);
    // The vault waits for the deletion of its pods.
    await keeper.pass();
    assert.deepEqual([count, vault()?.metadata.finalizers], [1, ['foregroundDeletion']]);
    await keeper.server.collectGarbage();
    await keeper.pass();
    assert.equal(count, 2);
  });

  it('an object of an earlier resource prevents the author’s `reconcile` until it is gone', async () => {
    let count = 0;
    await start('report', {
      reconcile: () => {
        count += 1;
        return Action.awaitChange();
      },
    });
    assert.equal(count, 1);
    await keeper.server.remove(shelfKind, keyOf('a'));
    await keeper.fill({ storage: '1Gi' });
    await keeper.pass();
    assert.equal(count, 1);
    await keeper.server.collectGarbage();
    await keeper.pass();
    assert.equal(count, 2);
  });
});
