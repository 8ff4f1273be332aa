import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { builtInKind, type Kind, type StoredObject } from '../../../../lib/api/index.ts';
import { type Client, ConnectionError, isConflict } from '../../../../lib/client/index.ts';
import type { DeletionLimits } from '../../../../lib/constructs/controller/deletion-limits.ts';
import type { WhenDropped } from '../../../../lib/constructs/controller/owned-kind.ts';
import type { Child } from '../../../../lib/render/index.ts';
import { controllerScope } from '../../../../lib/runtime/reconcile/controller-scope.ts';
import { DeletionBudget } from '../../../../lib/runtime/reconcile/pruning/deletion-budget.ts';
import { pruneChildren } from '../../../../lib/runtime/reconcile/pruning/prune.ts';
import { silentMetrics } from '../../../../lib/telemetry/index.ts';
import { ManualClock } from '../../../../lib/testing/index.ts';
import { ObservedCluster } from '../../observed-cluster.ts';
import { configMap, configMapKind, keyOf, shelfController } from '../../shelf.ts';
import { claim } from '../../vault.ts';
import { applyOptions, renderedBox, storedShelf } from '../rendered-box.ts';
import { Diary, ServerView } from '../shelf-keeper.ts';
import { shelfRun, stepPorts } from '../shelf-run.ts';

function kind(group: string, version: string, name: string): Kind {
  return builtInKind({ group, version, kind: name }) ?? assert.fail(`${name} is built in`);
}

interface PruneWords {
  readonly owns?: Kind[];
  readonly client?: Client;
  readonly resource?: StoredObject;
  readonly deletionLimits?: DeletionLimits;
  /** @default delete */
  readonly whenDropped?: WhenDropped;
}

describe('pruning children', () => {
  const owner = storedShelf('a');
  let server: ObservedCluster;
  let view: ServerView;
  let deleted: string[];
  let clock: ManualClock;
  let deletions: DeletionBudget;

  beforeEach(async () => {
    server = await ObservedCluster.start();
    view = new ServerView(server);
    deleted = [];
    clock = new ManualClock();
    deletions = new DeletionBudget(clock, silentMetrics.reconciles('shelf'), { perMinute: 60 });
    for (const name of ['x', 'y']) await store(renderedBox(owner, name, '1'));
  });

  async function store({ kind, object }: Child): Promise<void> {
    await server.client().apply(kind, object, applyOptions);
  }

  function prune(
    children: readonly Child[],
    {
      owns = [configMapKind],
      client = server.client(),
      resource = owner,
      deletionLimits = {},
      whenDropped = 'delete',
    }: PruneWords = {},
  ) {
    const diary = new Diary();
    diary.childPruned = (_, { metadata }) => void deleted.push(metadata.name);
    const controller = shelfController({
      owns: owns.map((kind) => ({ kind, whenDropped })),
      deletionLimits,
    });
    const ports = stepPorts(server, { writerFor: () => client, cache: view, journal: diary });
    const run = shelfRun({ ...controllerScope(controller, ports), deletions }, resource);
    const freshness = { confirm: async () => undefined };
    return pruneChildren(children, Object.assign(run, { freshness }));
  }

  const names = (of: Kind = configMapKind) => server.objects(of).map(({ metadata }) => metadata.name);

  it('deletes children that are no longer rendered, and no other object', async () => {
    await store(renderedBox(storedShelf('b'), 'z', '1'));
    await server.put(configMapKind, configMap('free', '1'));
    await prune([renderedBox(owner, 'x', '1')]);
    assert.deepEqual([names(), deleted], [['free', 'x', 'z'], ['y']]);
  });

  it('deletes no object whose owner reference another actor has removed since it was cached', async () => {
    view.standStill(configMapKind);
    await server.put(configMapKind, {
      ...configMap('y', '1'),
      metadata: { ...configMap('y', '1').metadata, ownerReferences: [] },
    });
    await assert.rejects(prune([renderedBox(owner, 'x', '1')]), isConflict);
    assert.deepEqual([names(), deleted], [['x', 'y'], []]);
    view.goOn();
    await prune([renderedBox(owner, 'x', '1')]);
    assert.deepEqual([names(), deleted], [['x', 'y'], []]);
  });

  it('never deletes the objects of an earlier resource of the same name', async () => {
    await store(renderedBox(storedShelf('a', { uid: 'earlier' }), 'z', '1'));
    await prune([]);
    assert.deepEqual(names(), ['z']);
  });

  it('keeps an object that has replaced the cached child', async () => {
    view.standStill(configMapKind);
    await server.remove(configMapKind, keyOf('y'));
    await server.put(configMapKind, configMap('y', 'unowned'));
    await prune([renderedBox(owner, 'x', '1')]);
    assert.deepEqual([names(), deleted], [['x', 'y'], []]);
  });

  it('accepts that a child is already gone, and reports no deletion', async () => {
    view.standStill(configMapKind);
    await server.remove(configMapKind, keyOf('y'));
    await prune([renderedBox(owner, 'x', '1')]);
    assert.deepEqual(deleted, []);
  });

  it('requests the deletion of a child once, though the child goes slowly', async () => {
    const held = configMap('y', '2');
    await server.edit(configMapKind, { ...held, metadata: { ...held.metadata, finalizers: ['example.com/other'] } });
    await prune([renderedBox(owner, 'x', '1')]);
    await prune([renderedBox(owner, 'x', '1')]);
    assert.deepEqual(deleted, ['y']);
  });

  it('fails when the API server can’t be reached', async () => {
    const away = new ConnectionError('refused', { server: new URL('https://localhost'), source: 'test' });
    const client = { ...server.client(), delete: () => Promise.reject(away) };
    await assert.rejects(prune([], { client }), away);
  });

  it('keeps a child that is rendered in another version of its kind', async () => {
    const [v1, v2] = [
      kind('autoscaling', 'v1', 'HorizontalPodAutoscaler'),
      kind('autoscaling', 'v2', 'HorizontalPodAutoscaler'),
    ];
    const box = renderedBox(owner, 'x', '1');
    const { metadata } = box.object;
    const spec = { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'x' }, maxReplicas: 2 };
    const child: Child = { ...box, kind: v2, object: { apiVersion: 'autoscaling/v2', kind: v2.kind, metadata, spec } };
    await store(child);
    await prune([child, renderedBox(owner, 'x', '1'), renderedBox(owner, 'y', '1')], { owns: [v1, v2, configMapKind] });
    assert.deepEqual([names(v2), deleted], [['x'], []]);
  });

  it('keeps children that are no longer rendered if the definition says so for their kind', async () => {
    await prune([renderedBox(owner, 'z', '1')], { whenDropped: 'keep' });
    assert.deepEqual([names(), deleted], [['x', 'y'], []]);
  });

  describe('delayed by deletion limits', () => {
    /** The resource with conditions of a reconcile of its current spec. */
    function reported(
      ...conditions: readonly (readonly [type: string, status: string, reason: string])[]
    ): StoredObject {
      const said = conditions.map(([type, status, reason]) => ({
        type,
        status,
        reason,
        message: '',
        observedGeneration: 1,
      }));
      return { ...owner, status: { conditions: said } };
    }

    it('deletes no more children in a minute than allowed, and returns how long the others wait', async () => {
      deletions = new DeletionBudget(clock, silentMetrics.reconciles('shelf'), { perMinute: 1 });
      const { waitsMs, places } = await prune([]);
      assert.deepEqual([deleted, waitsMs, places], [['x'], [60_000], ['ConfigMap: deleted']]);
      await clock.advance(60_000);
      await prune([]);
      assert.deepEqual(deleted, ['x', 'y']);
    });

    it('deletes no child if more than the allowed share would go', async () => {
      const { failureCause } = await prune([], { deletionLimits: { prunedShare: 0.5 } });
      assert.deepEqual(deleted, []);
      assert.equal(failureCause?.reason, 'PruneHeld');
      assert.match(failureCause?.message ?? '', /^2 of 2 children .*: ConfigMap x, ConfigMap y; /);
    });

    it('deletes the allowed share of the children', async () => {
      await prune([renderedBox(owner, 'x', '1')], { deletionLimits: { prunedShare: 0.5 } });
      assert.deepEqual(deleted, ['y']);
    });

    for (const [what, resource] of [
      ['the children were made', reported(['Progressing', 'False', 'Settled'])],
      ['a child failed', reported(['Progressing', 'False', 'ChildFailed'])],
      ['they were held before', reported(['Progressing', 'False', 'PruneHeld'])],
      [
        'a later reconcile failed',
        reported(['Degraded', 'True', 'AccessDenied'], ['Progressing', 'False', 'AccessDenied']),
      ],
    ] as const) {
      it(`deletes nothing when nothing is rendered from a spec of which ${what}`, async () => {
        const { failureCause } = await prune([], { resource });
        assert.deepEqual([deleted, failureCause?.reason], [[], 'PruneHeld']);
        assert.match(
          failureCause?.message ?? '',
          /^nothing is rendered any more .* of ConfigMap x, ConfigMap y: change the spec/,
        );
      });
    }

    for (const [what, resource, words] of [
      [
        'the spec has changed since',
        {
          ...owner,
          metadata: { ...owner.metadata, generation: 2 },
          status: reported(['Progressing', 'False', 'Settled']).status,
        },
        {},
      ],
      [
        'the definition says that nothing is what was meant',
        reported(['Progressing', 'False', 'Settled']),
        { deletionLimits: { whenNothingRendered: 'prune' } },
      ],
      ['no reconcile of this spec has gone to its end', reported(['Degraded', 'True', 'AccessDenied']), {}],
      ['nothing was ever said of it', owner, {}],
    ] as const) {
      it(`deletes all children when nothing is rendered and ${what}`, async () => {
        await prune([], { resource, ...words });
        assert.deepEqual(deleted, ['x', 'y']);
      });
    }

    it('deletes one of several children though the spec has not changed', async () => {
      await prune([renderedBox(owner, 'x', '1')], { resource: reported(['Progressing', 'False', 'Settled']) });
      assert.deepEqual(deleted, ['y']);
    });
  });

  const { spec: claimSpec } = claim('data', '1Gi');
  const capacity = { storage: '1Gi' };
  const holders: Readonly<Record<string, object>> = {
    PersistentVolumeClaim: { spec: claimSpec },
    PersistentVolume: { spec: { capacity, accessModes: ['ReadWriteOnce'], hostPath: { path: '/data' } } },
    Namespace: {},
  };
  for (const [name, content] of Object.entries(holders)) {
    it(`deletes a ${name} only if the definition says to delete data`, async () => {
      const box = renderedBox(owner, 'data', '1');
      const held = kind('', 'v1', name);
      const { namespace, ...metadata } = box.object.metadata;
      const placed = { ...metadata, ...(held.scope === 'Namespaced' && { namespace }) };
      await store({ ...box, kind: held, object: { apiVersion: 'v1', kind: name, metadata: placed, ...content } });
      await prune([], { owns: [held] });
      assert.deepEqual([names(held).includes('data'), deleted], [true, []]);
      await prune([], { owns: [held], whenDropped: 'delete-data' });
      assert.deepEqual(deleted, ['data']);
    });
  }
});
