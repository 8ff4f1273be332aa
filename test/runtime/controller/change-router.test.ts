import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { ObjectMeta, StoredObject } from '../../../lib/api/index.ts';
import { OwnWrites, Store, StoreWriter } from '../../../lib/runtime/cache/index.ts';
import { NameClaims } from '../../../lib/runtime/controller/name-claims.ts';
import {
  type ChangeRouterPorts,
  changeRouter,
  type ReasonedTrigger,
  triggerOwner,
  triggerSelf,
} from '../../../lib/runtime/controller/trigger.ts';
import type { Wish } from '../../../lib/runtime/queue/index.ts';
import { silentLogger } from '../../../lib/telemetry/index.ts';
import { ManualClock } from '../../../lib/testing/manual-clock.ts';
import { silentSubscriber } from '../cache/silent-subscriber.ts';
import { renderedBox, storedShelf } from '../reconcile/rendered-box.ts';
import { configMapKind, shelfKind } from '../shelf.ts';

const self: ReasonedTrigger = { trigger: triggerSelf, reason: 'resource-updated' };
const owner: ReasonedTrigger = { trigger: triggerOwner(shelfKind), reason: 'child-updated' };

function shelf(version: number, metadata: Partial<ObjectMeta> = {}): StoredObject {
  const stored = storedShelf('a');
  return { ...stored, metadata: { ...stored.metadata, ...metadata, resourceVersion: `${version}` } };
}

function box(version: number, content: string, generation?: number): StoredObject {
  const { object } = renderedBox(storedShelf('a'), 'x', content);
  const identity = { uid: 'uid-of-x', resourceVersion: `${version}`, creationTimestamp: '2030-01-01T00:00:00Z' };
  return { ...object, metadata: { ...object.metadata, ...identity, ...(generation !== undefined && { generation }) } };
}

describe('a change', () => {
  let wishes: string[];
  let ownWrites: OwnWrites;
  let claims: NameClaims;
  let ports: ChangeRouterPorts;

  beforeEach(() => {
    wishes = [];
    ownWrites = new OwnWrites(new ManualClock());
    claims = new NameClaims();
    const queue = {
      add: (key: string, { reason, lane = 'urgent' }: Wish) => void wishes.push(`${key} ${reason} ${lane}`),
    };
    ports = { queue, ownWrites, claims };
  });

  /** A cache with one object. */
  function cacheOf(object: StoredObject, more: readonly ReasonedTrigger[] = []): { store: Store; writer: StoreWriter } {
    const [kind, trigger] = object.kind === 'Shelf' ? [shelfKind, self] : [configMapKind, owner];
    const store = new Store({ kind, logger: silentLogger });
    const writer = new StoreWriter(store);
    store.subscribe({ ...silentSubscriber, changed: changeRouter(ports, [trigger, ...more]) });
    writer.replaced([object], object.metadata.resourceVersion);
    wishes.length = 0;
    return { store, writer };
  }

  /** A reconcile of shelf `a` gets this answer to a write, which its cache then shows. */
  function written(answer: StoredObject, previous: StoredObject, more: readonly ReasonedTrigger[] = []): void {
    const { store, writer } = cacheOf(previous, more);
    ownWrites.begin('default/a', () => undefined);
    ownWrites.noteWrite('default/a', answer, store);
    ownWrites.finish('default/a');
    writer.applied(answer);
  }

  it('queues the keys that it concerns, with the reason', () => {
    changeRouter(ports, [owner])({ type: 'deleted', object: box(1, '1'), origin: 'watch' });
    assert.deepEqual(wishes, ['default/a child-updated urgent']);
  });

  it('queues keys in the background lane if a list shows it', () => {
    changeRouter(ports, [owner])({ type: 'added', object: box(1, '1'), origin: 'list' });
    assert.deepEqual(wishes, ['default/a listed background']);
  });

  it('queues the resources that wait for the object’s name', () => {
    const other = storedShelf('b');
    claims.set('default/b', [renderedBox(other, 'x', '1')]);
    changeRouter(ports, [owner])({ type: 'deleted', object: box(1, '1'), origin: 'watch' });
    assert.deepEqual(wishes, ['default/a child-updated urgent', 'default/b child-updated urgent']);
  });

  it('doesn’t queue a resource for its own write of a child, even of a new generation', () => {
    written(box(6, '2', 2), box(5, '1', 1));
    assert.deepEqual(wishes, []);
  });

  it('queues the resources that render the object, even for their own write', () => {
    const referrers: ReasonedTrigger = {
      trigger: () => ['default/a', 'default/b'],
      reason: 'watched-updated',
      isRendered: true,
    };
    written(box(6, '2', 2), box(5, '1', 1), [referrers]);
    assert.deepEqual(wishes, ['default/a watched-updated urgent', 'default/b watched-updated urgent']);
  });

  it('doesn’t queue its author, and queues the other resources that it concerns', () => {
    written(box(6, '2', 2), box(5, '1', 1), [{ trigger: () => ['default/b'], reason: 'watched-updated' }]);
    assert.deepEqual(wishes, ['default/b watched-updated urgent']);
  });

  it('doesn’t queue a resource for its own status write', () => {
    written({ ...shelf(6), status: { observedGeneration: 1 } }, shelf(5));
    assert.deepEqual(wishes, []);
  });

  it('queues a resource when another actor has changed it, right before its own status write', () => {
    const { store, writer } = cacheOf(shelf(5));
    ownWrites.begin('default/a', () => undefined);
    writer.applied(shelf(6, { labels: { team: 'b' } }));
    ownWrites.noteWrite('default/a', shelf(7), store);
    writer.applied(shelf(7));
    assert.deepEqual(wishes, []);
    ownWrites.finish('default/a');
    assert.deepEqual(wishes, ['default/a resource-updated urgent']);
  });
});
