import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import type { Kind, ObjectKey, ObjectMeta, OwnerReference, StoredObject } from '../../../lib/api/index.ts';
import { byLabel } from '../../../lib/constructs/index.ts';
import { OwnWrites, Store, StoreWriter } from '../../../lib/runtime/cache/index.ts';
import { ChildConflicts } from '../../../lib/runtime/controller/child-conflicts.ts';
import {
  type ChangeRouterPorts,
  changeRouter,
  claimantTrigger,
  concernedKeys,
  mappedTrigger,
  ownerTrigger,
  type ReasonedTrigger,
  referrerTrigger,
  selfTrigger,
} from '../../../lib/runtime/controller/trigger.ts';
import type { AddOptions } from '../../../lib/runtime/queue/index.ts';
import { silentLogger } from '../../../lib/telemetry/index.ts';
import { ManualClock } from '../../../lib/testing/manual-clock.ts';
import { silentSubscriber } from '../cache/silent-subscriber.ts';
import { renderedBox, storedShelf } from '../reconcile/rendered-box.ts';
import { RecordingLogger } from '../recording-logger.ts';
import { configMapKind, shelfKind } from '../shelf.ts';
import { storedObject } from '../stored-object.ts';

function owner(name: string, props: Partial<OwnerReference> = {}): OwnerReference {
  return { apiVersion: 'example.com/v1', kind: 'Shelf', name, uid: 'any', controller: true, ...props };
}

function owned(...ownerReferences: readonly OwnerReference[]): StoredObject {
  return storedObject('x', 1, { ownerReferences });
}

/** The object without a namespace. */
function clusterScoped({ metadata: { namespace: _, ...metadata }, ...object }: StoredObject): StoredObject {
  return { ...object, metadata };
}

describe('a resource', () => {
  it('a changed resource queues itself', () => {
    assert.deepEqual(selfTrigger(storedObject('a', 1)), ['default/a']);
    assert.deepEqual(selfTrigger(clusterScoped(storedObject('a', 1))), ['a']);
  });
});

describe('a child', () => {
  const trigger = ownerTrigger(shelfKind);

  it('a child concerns the resource that controls it, in its own namespace', () => {
    assert.deepEqual(trigger(owned(owner('other', { controller: false }), owner('a'))), ['default/a']);
  });

  it('a child concerns a cluster-scoped resource whatever the child’s namespace', () => {
    assert.deepEqual(ownerTrigger({ ...shelfKind, scope: 'Cluster' })(owned(owner('a'))), ['a']);
  });

  it('a child concerns its resource, in any version of the owner reference', () => {
    assert.deepEqual(trigger(owned(owner('a', { apiVersion: 'example.com/v1alpha1' }))), ['default/a']);
  });

  it('a child concerns no resource that owns it without controlling it, nor one of another kind or group', () => {
    const others = [{ controller: false }, { kind: 'Rack' }, { apiVersion: 'example.org/v1' }, { apiVersion: 'v1' }];
    for (const other of others) assert.deepEqual(trigger(owned(owner('a', other))), []);
    assert.deepEqual(trigger(storedObject('x', 1)), []);
  });
});

describe('a watched object', () => {
  it('a watched object concerns the resources that `map` returns', () => {
    const map = ({ object: { metadata } }: { readonly object: { readonly metadata: ObjectMeta } }) => [
      { namespace: 'shop', name: `${metadata.name}-a` },
      { namespace: 'shop', name: 'b' },
    ];
    assert.deepEqual(mappedTrigger(shelfKind, map, silentLogger)(storedObject('x', 1)), ['shop/x-a', 'shop/b']);
  });

  it('a mapped key without a namespace concerns no resource, which is logged, except for a cluster-scoped kind', () => {
    const logger = new RecordingLogger();
    const map = () => [{ name: 'a' }, { namespace: 'shop', name: 'b' }];
    assert.deepEqual(mappedTrigger(shelfKind, map, logger)(storedObject('x', 1)), ['shop/b']);
    const clusterScoped = { ...shelfKind, scope: 'Cluster' } as const;
    assert.deepEqual(mappedTrigger(clusterScoped, map, logger)(storedObject('x', 1)), ['a', 'b']);
    assert.deepEqual(
      logger.lines.map(({ message, fields }) => [message, fields.object, fields.key]),
      [['the map of a watch gives a key that no Shelf can have', 'ConfigMap default/x', 'a']],
    );
  });

  it('a watched object concerns the resource that its label names', () => {
    const { map, labelSelector } = byLabel(k8s.KubePod, 'shelf');
    const pod = (labels: Record<string, string>) => {
      const object = storedObject('x', 1);
      return { ...object, metadata: { ...object.metadata, labels } };
    };
    const trigger = mappedTrigger(shelfKind, map, silentLogger);
    assert.deepEqual(trigger(pod({ shelf: 'a' })), ['default/a']);
    assert.deepEqual(trigger(pod({ toString: 'a' })), []);
    assert.deepEqual(labelSelector, { matchExpressions: [{ key: 'shelf', operator: 'Exists' }] });
  });

  it('a watched object concerns no resource when `map` throws, which is logged with the object', () => {
    const logger = new RecordingLogger();
    const error = new Error('no label');
    const map = () => {
      throw error;
    };
    assert.deepEqual(mappedTrigger(shelfKind, map, logger)(storedObject('x', 1)), []);
    const fields = { object: 'ConfigMap default/x', error };
    assert.deepEqual(logger.lines, [{ level: 'error', message: 'the map of a watch has failed', fields }]);
  });

  it('a watched object concerns no resource when `map` returns no list', () => {
    const logger = new RecordingLogger();
    const map: () => readonly ObjectKey[] = () => JSON.parse('{}');
    assert.deepEqual(mappedTrigger(shelfKind, map, logger)(storedObject('x', 1)), []);
    assert.equal(logger.lines.length, 1);
  });
});

describe('a volume claim', () => {
  const statefulSet = (name: string, template: string): StoredObject => ({
    ...owned(owner(`shelf-of-${name}`)),
    metadata: { ...owned(owner(`shelf-of-${name}`)).metadata, name },
    spec: { volumeClaimTemplates: [{ metadata: { name: template } }] },
  });

  function concernedBy(claim: string, ...statefulSets: readonly StoredObject[]): readonly string[] {
    const statefulSetOf = (key: ObjectKey) =>
      statefulSets.find(({ metadata }) => metadata.name === key.name && metadata.namespace === key.namespace);
    return claimantTrigger(shelfKind, statefulSetOf)(storedObject(claim, 1));
  }

  it('a volume claim concerns the resource that controls the StatefulSet of its pod', () => {
    assert.deepEqual(concernedBy('data-db-0', statefulSet('db', 'data')), ['default/shelf-of-db']);
    assert.deepEqual(concernedBy('my-data-my-db-12', statefulSet('my-db', 'my-data')), ['default/shelf-of-my-db']);
  });

  it('a volume claim concerns no resource when no StatefulSet has its template', () => {
    assert.deepEqual(concernedBy('logs-db-0', statefulSet('db', 'data')), []);
    assert.deepEqual(concernedBy('data-db-0', statefulSet('other', 'data')), []);
    assert.deepEqual(concernedBy('data-db', statefulSet('db', 'data')), []);
  });
});

describe('a referenced object', () => {
  it('a referenced object concerns the resources that refer to it', () => {
    const asked: unknown[] = [];
    const referrersTo = (object: StoredObject, kind: Kind) => {
      asked.push([object.metadata.name, kind.kind]);
      return [storedObject('a', 1), storedObject('b', 2, { namespace: 'shop' })];
    };
    assert.deepEqual(referrerTrigger(shelfKind, { referrersTo })(storedObject('x', 1)), ['default/a', 'shop/b']);
    assert.deepEqual(asked, [['x', 'Shelf']]);
  });
});

describe('a change', () => {
  const byLabel = {
    trigger: ({ metadata }: StoredObject) => (metadata.labels?.of === undefined ? [] : [metadata.labels.of]),
    reason: 'watched-updated' as const,
  };
  const self = { trigger: selfTrigger, reason: 'resource-updated' as const };

  it('a change concerns the resources of the object before and after it', () => {
    const [previous, object] = [
      storedObject('x', 1, { labels: { of: 'a' } }),
      storedObject('x', 2, { labels: { of: 'b' } }),
    ];
    const reasons = concernedKeys({ type: 'updated', object, previous, origin: 'watch' }, [byLabel]);
    assert.deepEqual([...reasons.keys()], ['a', 'b']);
  });

  it('a change concerns each resource once, with a reason', () => {
    const object = storedObject('x', 1, { labels: { of: 'default/x' } });
    const reasons = concernedKeys({ type: 'deleted', object, origin: 'watch' }, [self, byLabel]);
    assert.deepEqual([...reasons], [['default/x', 'watched-updated']]);
  });
});

const self: ReasonedTrigger = { trigger: selfTrigger, reason: 'resource-updated' };
const byOwner: ReasonedTrigger = { trigger: ownerTrigger(shelfKind), reason: 'child-updated' };

function shelf(version: number, metadata: Partial<ObjectMeta> = {}): StoredObject {
  const stored = storedShelf('a');
  return { ...stored, metadata: { ...stored.metadata, ...metadata, resourceVersion: `${version}` } };
}

function box(version: number, content: string, generation?: number): StoredObject {
  const { object } = renderedBox(storedShelf('a'), 'x', content);
  const identity = { uid: 'uid-of-x', resourceVersion: `${version}`, creationTimestamp: '2030-01-01T00:00:00Z' };
  return { ...object, metadata: { ...object.metadata, ...identity, ...(generation !== undefined && { generation }) } };
}

describe('a change of a store', () => {
  let wishes: string[];
  let ownWrites: OwnWrites;
  let childConflicts: ChildConflicts;
  let ports: ChangeRouterPorts;

  beforeEach(() => {
    wishes = [];
    ownWrites = new OwnWrites(new ManualClock());
    childConflicts = new ChildConflicts();
    const queue = {
      add: (key: string, { reason, lane = 'urgent' }: AddOptions) => void wishes.push(`${key} ${reason} ${lane}`),
    };
    ports = { queue, ownWrites, childConflicts };
  });

  /** A cache with one object. */
  function cacheOf(object: StoredObject, more: readonly ReasonedTrigger[] = []): { store: Store; writer: StoreWriter } {
    const [kind, trigger] = object.kind === 'Shelf' ? [shelfKind, self] : [configMapKind, byOwner];
    const store = new Store({ kind, logger: silentLogger });
    const writer = new StoreWriter(store);
    store.subscribe({ ...silentSubscriber, changed: changeRouter(ports, [trigger, ...more]) });
    writer.replace([object], object.metadata.resourceVersion);
    wishes.length = 0;
    return { store, writer };
  }

  /** A reconcile of shelf `a` gets this answer to a write, which its cache then shows. */
  function written(answer: StoredObject, previous: StoredObject, more: readonly ReasonedTrigger[] = []): void {
    const { store, writer } = cacheOf(previous, more);
    ownWrites.beginReconcile('default/a', () => undefined);
    ownWrites.noteWrite('default/a', answer, store);
    ownWrites.finishReconcile('default/a');
    writer.apply(answer);
  }

  it('a change queues the keys that it concerns, with the reason', () => {
    changeRouter(ports, [byOwner])({ type: 'deleted', object: box(1, '1'), origin: 'watch' });
    assert.deepEqual(wishes, ['default/a child-updated urgent']);
  });

  it('a change in a list queues keys in the background lane', () => {
    changeRouter(ports, [byOwner])({ type: 'added', object: box(1, '1'), origin: 'list' });
    assert.deepEqual(wishes, ['default/a listed background']);
  });

  it('a change queues the resources that wait for the object’s name', () => {
    const other = storedShelf('b');
    childConflicts.set('default/b', [renderedBox(other, 'x', '1')]);
    changeRouter(ports, [byOwner])({ type: 'deleted', object: box(1, '1'), origin: 'watch' });
    assert.deepEqual(wishes, ['default/a child-updated urgent', 'default/b child-updated urgent']);
  });

  it('a write of a child doesn’t queue its own resource, even with a new generation', () => {
    written(box(6, '2', 2), box(5, '1', 1));
    assert.deepEqual(wishes, []);
  });

  it('a write of an object queues the resources that render it, even the one that wrote it', () => {
    const referrers: ReasonedTrigger = {
      trigger: () => ['default/a', 'default/b'],
      reason: 'watched-updated',
      isRendered: true,
    };
    written(box(6, '2', 2), box(5, '1', 1), [referrers]);
    assert.deepEqual(wishes, ['default/a watched-updated urgent', 'default/b watched-updated urgent']);
  });

  it('a write of an object queues the other resources that it concerns, not its author', () => {
    written(box(6, '2', 2), box(5, '1', 1), [{ trigger: () => ['default/b'], reason: 'watched-updated' }]);
    assert.deepEqual(wishes, ['default/b watched-updated urgent']);
  });

  it('a status write doesn’t queue its own resource', () => {
    written({ ...shelf(6), status: { observedGeneration: 1 } }, shelf(5));
    assert.deepEqual(wishes, []);
  });

  it('a change by another actor right before a resource’s status write queues the resource', () => {
    const { store, writer } = cacheOf(shelf(5));
    ownWrites.beginReconcile('default/a', () => undefined);
    writer.apply(shelf(6, { labels: { team: 'b' } }));
    ownWrites.noteWrite('default/a', shelf(7), store);
    writer.apply(shelf(7));
    assert.deepEqual(wishes, []);
    ownWrites.finishReconcile('default/a');
    assert.deepEqual(wishes, ['default/a resource-updated urgent']);
  });
});
