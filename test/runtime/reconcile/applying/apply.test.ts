import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import type { JsonObject, ObjectKey, OwnerReference, StoredObject } from '../../../../lib/api/index.ts';
import { ApiError, isConflict, isForbidden, isKindMissing } from '../../../../lib/client/index.ts';
import type { Child } from '../../../../lib/render/index.ts';
import { applyChild, childConflict } from '../../../../lib/runtime/reconcile/applying/apply.ts';
import { type ChildOutcome, outcomesOf } from '../../../../lib/runtime/reconcile/applying/outcome.ts';
import { childDifferences } from '../../../../lib/runtime/reconcile/comparison/difference.ts';
import {
  type ControllerScope,
  controllerScope,
  type ReconcilePorts,
} from '../../../../lib/runtime/reconcile/controller-scope.ts';
import { ObservedCluster } from '../../observed-cluster.ts';
import { refusal } from '../../refusal.ts';
import { configMap, configMapKind, keyOf, shelfController } from '../../shelf.ts';
import { applyOptions, renderedBox, storedShelf } from '../rendered-box.ts';
import { Diary, ServerView } from '../shelf-keeper.ts';
import { shelfRun, stepPorts } from '../shelf-run.ts';
import { thingKind } from '../thing.ts';

/** A journal that also keeps the responses to writes. */
class ResponseDiary extends Diary {
  responses: StoredObject[] = [];

  override objectWritten(resource: ObjectKey, response: StoredObject): void {
    super.objectWritten(resource, response);
    this.responses.push(response);
  }
}

describe('applying children', () => {
  const owner = storedShelf('a');
  let server: ObservedCluster;
  let view: ServerView;
  let diary: ResponseDiary;
  let ports: ReconcilePorts;

  beforeEach(async () => {
    server = await ObservedCluster.start();
    view = new ServerView(server);
    diary = new ResponseDiary();
    ports = stepPorts(server, { cache: view, journal: diary });
  });

  /** Applies the children of a resource, as the reconciles of one controller or as those of several. */
  async function apply(
    children: readonly Child[],
    {
      client = server.client(),
      resource = owner,
      scope = controllerScope(shelfController(), ports),
      isThirdParty = (): boolean => false,
    } = {},
  ) {
    const run = shelfRun({ ...scope, isThirdParty, writerFor: () => client }, resource);
    const outcomes: ChildOutcome[] = [];
    try {
      for (const child of children) outcomes.push({ child, ...(await applyChild(child, run)) });
    } finally {
      run.time.end();
    }
    return outcomes;
  }

  const conflictsOf = (outcomes: readonly ChildOutcome[]) => outcomesOf(outcomes, 'child-conflict');
  const unservedOf = (children: readonly Child[]) =>
    children.map((child) => ({ child, type: 'kind-unavailable', listState: 'not-served' }));
  const contentOf = (name: string) => server.object(configMapKind, keyOf(name))?.data;

  it('leaves out children of a third-party kind that is no longer served, and fails for any other kind', async () => {
    const client = server.client(async () => {
      const message = 'the server could not find the requested resource';
      throw new ApiError(
        { verb: 'apply', kind: configMapKind },
        { code: 404, reason: 'NotFound', message, causes: [] },
      );
    });
    const children = [renderedBox(owner, 'a', '1')];
    assert.deepEqual(await apply(children, { client, isThirdParty: () => true }), unservedOf(children));
    await assert.rejects(apply(children, { client }), isKindMissing);
  });

  it('leaves out children of a third-party kind whose definition is being deleted', async () => {
    const message = 'create not allowed while custom resource definition is terminating';
    const client = server.client(async () => {
      throw refusal('apply', configMapKind, keyOf('a'), 403, 'Forbidden', { message });
    });
    const children = [renderedBox(owner, 'a', '1')];
    assert.deepEqual(await apply(children, { client, isThirdParty: () => true }), unservedOf(children));
    await assert.rejects(apply(children, { client }), isForbidden);
  });

  it('reports each write of a child to the journal, with the server’s response', async () => {
    await apply([renderedBox(owner, 'x', '1')]);
    assert.deepEqual(diary.responses, server.objects(configMapKind));
  });

  it('does not take over an object that another actor has created since the cache was filled', async () => {
    view.standStill(configMapKind);
    await server.put(configMapKind, configMap('x', 'unowned'));
    await server.edit(configMapKind, configMap('x', 'unowned'));
    const before = server.object(configMapKind, keyOf('x'));
    const conflicts = conflictsOf(await apply([renderedBox(owner, 'x', '1')]));
    assert.match(conflicts[0]?.message ?? '', /ConfigMap default\/x exists and is not controlled by this resource/);
    assert.deepEqual(server.object(configMapKind, keyOf('x')), before);
    assert.deepEqual(diary.responses, []);
  });

  it('doesn’t merge a child into an object that the cache doesn’t show, even without a field conflict', async () => {
    view.show(configMapKind, []);
    const { metadata } = configMap('x', '');
    await server.put(configMapKind, { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { theirs: '1' } });
    const before = server.object(configMapKind, keyOf('x'));
    const conflicts = conflictsOf(await apply([renderedBox(owner, 'x', '1'), renderedBox(owner, 'y', '1')]));
    assert.deepEqual(
      conflicts.map(({ child }) => child.key.name),
      ['x'],
    );
    assert.deepEqual(server.object(configMapKind, keyOf('x')), before);
    assert.deepEqual(contentOf('y'), { content: '1' });
  });

  it('repairs a child that the cache doesn’t show', async () => {
    await apply([renderedBox(owner, 'x', '1')]);
    const uid = server.object(configMapKind, keyOf('x'))?.metadata.uid;
    view.show(configMapKind, []);
    const outcomes = await apply([renderedBox(owner, 'x', '2')]);
    assert.deepEqual(
      outcomesOf(outcomes, 'written').map(({ places }) => places),
      [['ConfigMap default/x: data.content']],
    );
    assert.deepEqual(contentOf('x'), { content: '2' });
    assert.equal(server.object(configMapKind, keyOf('x'))?.metadata.uid, uid);
  });

  it('does not take over an object that has replaced a child since the cache was filled', async () => {
    await apply([renderedBox(owner, 'x', '1')]);
    view.standStill(configMapKind);
    await server.remove(configMapKind, keyOf('x'));
    await server.put(configMapKind, configMap('x', 'unowned'));
    await assert.rejects(apply([renderedBox(owner, 'x', '2')]), /metadata\.uid|Invalid/);
    assert.deepEqual(contentOf('x'), { content: 'unowned' });
  });

  it('doesn’t recreate a child under another uid if it has gone since the cache was filled', async () => {
    await apply([renderedBox(owner, 'x', '1')]);
    view.standStill(configMapKind);
    await server.remove(configMapKind, keyOf('x'));
    await assert.rejects(apply([renderedBox(owner, 'x', '2')]), isConflict);
    assert.equal(contentOf('x'), undefined);
  });

  it('sets a child’s rendered fields again after another actor has changed them', async () => {
    await apply([renderedBox(owner, 'x', '1')]);
    await server.edit(configMapKind, configMap('x', '9'));
    await apply([renderedBox(owner, 'x', '1')]);
    assert.deepEqual(contentOf('x'), { content: '1' });
  });

  it('removes a field of a child when it is no longer rendered', async () => {
    const full = renderedBox(owner, 'x', '1');
    await apply([{ ...full, object: { ...full.object, data: { content: '1', old: '1' } } }]);
    await apply([full]);
    assert.deepEqual(contentOf('x'), { content: '1' });
  });

  it('reports no apply of a child that changes nothing', async () => {
    const box = renderedBox(owner, 'x', '1');
    await apply([box]);
    const [stored] = server.objects(configMapKind);
    assert.ok(stored !== undefined);
    // A server that changes a field back each time.
    const client = { ...server.client(), apply: async () => stored };
    const changed = renderedBox(owner, 'x', '2');
    const scope = controllerScope(shelfController(), ports);
    await apply([changed], { client, scope });
    assert.equal(diary.responses.length, 1);
    const differences = childDifferences(stored, changed.object, applyOptions);
    assert.ok(scope.permanentDifferences.has(stored, changed.object, differences));
  });

  it('applies a child twice in one reconcile if the first apply leaves a difference', async () => {
    const box = renderedBox(owner, 'x', '1');
    const { metadata } = box.object;
    const { apiVersion, kind } = { apiVersion: 'example.com/v1', kind: thingKind.kind };
    const withSpec = (spec: JsonObject): Child => ({
      ...box,
      kind: thingKind,
      object: { apiVersion, kind, metadata, spec },
    });
    await server.serve(thingKind);
    await apply([withSpec({ map: { a: 'a' } })]);
    const [stored] = server.objects(thingKind);
    assert.ok(stored !== undefined);
    const entries = stored.metadata.managedFields ?? [];
    const managedFields = entries.map((entry) => ({
      ...entry,
      fieldsV1: { ...entry.fieldsV1, 'f:spec': { 'f:map': {} } },
    }));
    const response = (resourceVersion: string, spec: JsonObject) => ({
      ...stored,
      spec,
      metadata: { ...stored.metadata, managedFields, resourceVersion },
    });
    // A map that loses its last field of ours is gone, until it is applied again.
    const responses = [response('3', {}), response('4', { map: {} })];
    const client = { ...server.client(), apply: async () => responses.shift() ?? assert.fail('a third apply') };
    diary.responses = [];
    await apply([withSpec({ map: {} })], { client });
    assert.deepEqual(
      diary.responses.map(({ metadata }) => metadata.resourceVersion),
      ['3', '4'],
    );
  });

  describe('of a kind whose uncontrolled objects are adopted', () => {
    const owns = [{ kind: k8s.KubeConfigMap, whenUncontrolled: 'adopt' as const }];
    let adopting: { readonly scope: ControllerScope };

    beforeEach(() => {
      adopting = { scope: controllerScope(shelfController({ owns }), ports) };
    });

    const adoptions = () => diary.lines.filter((line) => line.startsWith('adopted'));

    it('adopts an uncontrolled object of a child’s name, and keeps its fields that aren’t rendered', async () => {
      await server.edit(configMapKind, { ...configMap('x', 'unowned'), binaryData: { old: 'MQ==' } });
      const conflicts = conflictsOf(await apply([renderedBox(owner, 'x', '1')], adopting));
      const [adopted] = server.objects(configMapKind);
      assert.deepEqual([adopted?.data, adopted?.binaryData], [{ content: '1' }, { old: 'MQ==' }]);
      assert.equal(adopted?.metadata.ownerReferences?.[0]?.uid, owner.metadata.uid);
      assert.deepEqual([conflicts, adoptions()], [[], ['adopted ConfigMap x']]);
    });

    it('adopts no object that another owner controls', async () => {
      const { kind, object } = renderedBox(storedShelf('b'), 'x', 'theirs');
      await server.client().apply(kind, object, applyOptions);
      const conflicts = conflictsOf(await apply([renderedBox(owner, 'x', '1')], adopting));
      assert.deepEqual([contentOf('x'), conflicts.length, adoptions()], [{ content: 'theirs' }, 1, []]);
    });

    it('adopts no object that has changed since the cache was filled', async () => {
      await server.put(configMapKind, configMap('x', 'unowned'));
      view.standStill(configMapKind);
      await server.edit(configMapKind, configMap('x', 'changed'));
      await assert.rejects(apply([renderedBox(owner, 'x', '1')], adopting), isConflict);
      assert.deepEqual(contentOf('x'), { content: 'changed' });
    });

    it('adopts an uncontrolled object that the cache doesn’t show', async () => {
      view.show(configMapKind, []);
      await server.edit(configMapKind, { ...configMap('x', 'unowned'), binaryData: { old: 'MQ==' } });
      const conflicts = conflictsOf(await apply([renderedBox(owner, 'x', '1')], adopting));
      assert.deepEqual([contentOf('x'), conflicts, adoptions()], [{ content: '1' }, [], ['adopted ConfigMap x']]);
    });

    it('doesn’t adopt an object that is being deleted, and reports its name as taken', async () => {
      const held = configMap('x', 'unowned');
      await server.put(configMapKind, { ...held, metadata: { ...held.metadata, finalizers: ['example.com/other'] } });
      await server.delete(configMapKind, keyOf('x'));
      const conflicts = conflictsOf(await apply([renderedBox(owner, 'x', '1')], adopting));
      assert.deepEqual([conflicts.length, adoptions()], [1, []]);
    });
  });

  it('applies the other children when the name of one child is taken', async () => {
    await server.put(configMapKind, configMap('x', 'unowned'));
    const conflicts = conflictsOf(await apply([renderedBox(owner, 'x', '1'), renderedBox(owner, 'y', '1')]));
    assert.deepEqual(
      conflicts.map(({ child }) => child.key),
      [keyOf('x')],
    );
    assert.deepEqual(server.calls, ['apply configmaps default/y']);
  });

  it('doesn’t change an object that another resource controls', async () => {
    const other = storedShelf('b');
    await server.client().apply(configMapKind, renderedBox(other, 'x', 'b').object, applyOptions);
    const conflicts = conflictsOf(await apply([renderedBox(owner, 'x', 'a')]));
    assert.match(conflicts[0]?.message ?? '', /belongs to Shelf b/);
    assert.deepEqual(contentOf('x'), { content: 'b' });
  });
});

const resource = storedShelf('a');
const child = renderedBox(resource, 'x', '1');

function live(...ownerReferences: readonly OwnerReference[]): StoredObject {
  const identity = { uid: 'uid-x', resourceVersion: '1', creationTimestamp: '2030-01-01T00:00:00Z' };
  return { ...child.object, metadata: { ...child.object.metadata, ...identity, ownerReferences } };
}

function owner(kind: string, name: string, { controller = true, apiVersion = 'example.com/v1' } = {}): OwnerReference {
  return { apiVersion, kind, name, uid: 'other', controller };
}

describe('an object under a child’s name', () => {
  it('an object with a child’s name and no controller is a conflict', () => {
    assert.equal(
      childConflict(child, live(), resource),
      'ConfigMap default/x exists and is not controlled by this resource: delete or rename it, or rename the resource',
    );
  });

  it('an object with a child’s name and an owner that doesn’t control it is a conflict', () => {
    const conflict = childConflict(child, live(owner('Shelf', 'a', { controller: false })), resource);
    assert.match(conflict ?? '', /is not controlled by this resource/);
  });

  it('the conflict over a child’s name names the controller of the object', () => {
    const conflict = childConflict(child, live(owner('Shelf', 'b')), resource);
    assert.equal(conflict, 'ConfigMap default/x exists and belongs to Shelf b: rename one of the two');
  });

  it('an object that a resource of the same name, but of another kind, controls is a conflict', () => {
    for (const other of [owner('Rack', 'a'), owner('Shelf', 'a', { apiVersion: 'other.example.com/v1' })]) {
      assert.ok(childConflict(child, live(other), resource));
    }
  });

  it('an object that an earlier resource of the same name controls, in any version, isn’t a conflict', () => {
    for (const apiVersion of ['example.com/v1', 'example.com/v1alpha1']) {
      assert.equal(childConflict(child, live(owner('Shelf', 'a', { apiVersion })), resource), undefined);
    }
  });
});
