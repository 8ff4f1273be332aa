import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import { z } from 'zod';
import { Action, CustomResource, type Kind } from '../../lib/api/index.ts';
import { ApiError, type Client, type WatchEvent } from '../../lib/client/index.ts';
import { Controller, type Operator, StorageMigration } from '../../lib/constructs/index.ts';
import { type ManagerOptions, PreflightError, runManager } from '../../lib/runtime/index.ts';
import { retryJitter, retryPeriodMs } from '../../lib/runtime/leader-election/election-timing.ts';
import { leaseKind } from '../../lib/runtime/lease/index.ts';
import { objectsAt } from '../../lib/schema/json-part.ts';
import { silentMetrics } from '../../lib/telemetry/index.ts';
import type { ManualClock } from '../../lib/testing/index.ts';
import { jsonObject } from '../../lib/testing/scenario/decoded-object.ts';
import { ObservedCluster } from './observed-cluster.ts';
import { RecordingLogger } from './recording-logger.ts';
import {
  conditionOf,
  configMapKind,
  keyOf,
  operatorName,
  podKind,
  Shelf,
  shelf,
  shelfKind,
  shelfOperator,
} from './shelf.ts';

const loopback = { host: '127.0.0.1', port: 0 };

/** A cluster-scoped resource with a ConfigMap in a namespace. */
class Rack extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Rack',
  scope: 'Cluster',
  spec: z.object({}),
}) {}

interface ReplicaOptions extends Partial<ManagerOptions> {
  /** Adds to the operator's definition. */
  readonly extend?: (operator: Operator) => void;
}

/** A manager process. */
class Replica {
  readonly logger = new RecordingLogger();
  readonly end: Promise<void>;
  /** The clients that it hasn't closed. */
  readonly openClients = new Set<Client>();
  reconcileCount = 0;
  readonly #stop = new AbortController();

  constructor(hostname: string, world: World, { extend = () => {}, ...options }: ReplicaOptions = {}) {
    const connect = () => {
      const client: Client = {
        ...world.client(),
        close: async () => {
          this.openClients.delete(client);
        },
      };
      this.openClients.add(client);
      return client;
    };
    const ports = { connect, clock: world.clock, logger: this.logger, metrics: silentMetrics };
    const reconcile = () => {
      this.reconcileCount += 1;
      return Action.awaitChange();
    };
    const operator = shelfOperator({ reconcile });
    extend(operator);
    this.end = world
      .install(operator)
      .then(() => runManager(operator, ports, { hostname, ...options }, this.#stop.signal));
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.end;
  }

  /** Returns the first line of a server's response, once it listens. */
  async answer(server: string, path: string): Promise<string> {
    const line = this.logger.lines.find(({ fields }) => fields.server === server && fields.port !== undefined);
    const response = await fetch(`http://127.0.0.1:${line?.fields.port}${path}`);
    return `${response.status} ${(await response.text()).split('\n')[0]}`;
  }
}

/** The state that replicas share. */
class World {
  readonly server: ObservedCluster;
  readonly clock: ManualClock;
  /** Resolves when lists are answered. */
  lists: Promise<void> = Promise.resolve();

  constructor(server: ObservedCluster) {
    this.server = server;
    this.clock = server.clock;
  }

  /** Applies the missing manifests. */
  async install(operator: Operator): Promise<void> {
    for (const { kind, manifest } of operator.installedObjects()) {
      if (this.server.object(kind, manifest.metadata) === undefined) await this.server.put(kind, manifest);
    }
  }

  client(): Client {
    const client = this.server.client();
    const list: Client['list'] = async (kind, options) => {
      // The check before the start asks for one object.
      if (options?.limit !== 1) await this.lists;
      return await client.list(kind, options);
    };
    const watch: Client['watch'] = (kind, options) => {
      const events = client.watch(kind, options);
      return options.resourceVersion === undefined ? eventsAfter(this.lists, events) : events;
    };
    return { ...client, list, watch };
  }
}

async function* eventsAfter(gate: Promise<void>, events: AsyncIterable<WatchEvent>): AsyncGenerator<WatchEvent> {
  await gate;
  yield* events;
}

describe('a manager', () => {
  let world: World;

  beforeEach(async () => {
    world = new World(await ObservedCluster.start({ namespaces: ['shelves'] }));
  });

  const boxCount = () => world.server.objects(configMapKind).length;
  const holder = () => {
    const [lease] = world.server.objects(leaseKind);
    return (lease?.spec as { holderIdentity?: string } | undefined)?.holderIdentity ?? '';
  };

  it('a manager reconciles existing and new resources until it is stopped', async () => {
    await world.server.put(shelfKind, shelf('a', { x: '1' }));
    const replica = new Replica('one', world);
    await world.clock.advance(0);
    assert.equal(boxCount(), 1);
    await world.server.put(shelfKind, shelf('b', { y: '1' }));
    await world.clock.advance(0);
    assert.equal(boxCount(), 2);
    await replica.stop();
    await world.server.put(shelfKind, shelf('c', { z: '1' }));
    await world.clock.advance(60_000);
    assert.equal(boxCount(), 2);
    assert.equal(replica.openClients.size, 0);
  });

  it('a manager logs the progress of its start, and nothing about single reconciles', async () => {
    await world.server.put(shelfKind, shelf('a', { x: '1' }));
    await world.server.put(shelfKind, shelf('b', { y: '1' }));
    const replica = new Replica('one', world, { leaseNamespace: 'shelves' });
    await world.clock.advance(0);
    await world.server.put(shelfKind, shelf('c', { z: '1' }));
    await world.clock.advance(1_000);
    const lines = replica.logger.lines.filter(({ level }) => level !== 'debug');
    assert.deepEqual(
      lines.map(({ level, message, fields: { lease: _, identity: __, ...fields } }) => ({ level, message, ...fields })),
      [
        {
          level: 'info',
          message: 'caches are full',
          objectCounts: { 'Shelf.example.com/v1': 2, 'ConfigMap.v1': world.server.namespaceCount },
          namespaces: 'all',
        },
        { level: 'info', message: 'leading' },
        { level: 'info', message: 'reconciling', controller: 'shelf', workerCount: 8, resourceCount: 2 },
        {
          level: 'info',
          message: 'every resource has been reconciled once',
          controller: 'shelf',
          resourceCount: 2,
          failedCount: 0,
          durationMs: 0,
        },
      ],
    );
    await replica.stop();
  });

  it('a manager reconciles only when its caches are full, and is not ready until then', async () => {
    const lists = Promise.withResolvers<void>();
    world.lists = lists.promise;
    await world.server.put(shelfKind, shelf('a', { x: '1' }));
    const replica = new Replica('one', world, { healthAddress: loopback });
    while (!replica.logger.lines.some(({ message }) => message === 'listening')) await world.clock.advance(0);
    assert.equal(await replica.answer('health server', '/healthz'), '200 ok');
    assert.match(await replica.answer('health server', '/readyz'), /^5\d\d /);
    assert.deepEqual(world.server.writes, []);
    lists.resolve();
    while (boxCount() === 0) await world.clock.advance(0);
    assert.equal(await replica.answer('health server', '/readyz'), '200 ok');
    await replica.stop();
  });

  it('one replica works while the other stands by, and the standby takes over when the leader stops', async () => {
    const options = { leaseNamespace: 'shelves' };
    const [first, second] = [new Replica('one', world, options), new Replica('two', world, options)];
    await world.clock.advance(20_000);
    assert.match(holder(), /^(one|two)/);
    const [leader, standby] = holder().startsWith('one') ? [first, second] : [second, first];
    const leading = holder();
    await world.server.put(shelfKind, shelf('a', { x: '1' }));
    await world.clock.advance(0);
    assert.equal(boxCount(), 1);
    assert.deepEqual([leader.reconcileCount > 0, standby.reconcileCount], [true, 0]);

    await leader.stop();
    await world.server.put(shelfKind, shelf('a', { x: '1', y: '1' }));
    // The longest pause between two attempts, and not the end of the lease.
    await world.clock.advance(retryPeriodMs * retryJitter);
    assert.notEqual(holder(), leading);
    assert.equal(boxCount(), 2);
    await standby.stop();
  });

  it('the leading replica migrates stored objects if the definition contains a StorageMigration', async () => {
    world.server.setStoredVersions(shelfKind, ['v1beta1', 'v1']);
    const extend = (operator: Operator) => {
      new StorageMigration(operator, 'Migration', { of: Shelf });
    };
    const options = { leaseNamespace: 'shelves', extend };
    const replicas = [new Replica('one', world, options), new Replica('two', world, options)];
    await world.clock.advance(40_000);
    assert.deepEqual(world.server.storedVersions(shelfKind), ['v1']);
    const migrating = replicas.filter(({ logger }) =>
      logger.lines.some(({ message }) => message === 'all objects are stored in the storage version now'),
    );
    assert.equal(migrating.length, 1);
    await Promise.all(replicas.map((replica) => replica.stop()));
  });

  it('a manager writes with the operator’s name as the field manager', async () => {
    await world.server.put(shelfKind, shelf('a', { x: '1' }));
    const replica = new Replica('one', world);
    await world.clock.advance(0);
    const box = world.server.object(configMapKind, keyOf('x'));
    assert.deepEqual(
      box?.metadata.managedFields?.map(({ manager, operation }) => `${manager} ${operation}`),
      [`${operatorName} Apply`],
    );
    await replica.stop();
  });

  it('separates the children of two controllers that own the same kind', async () => {
    const rack = (name: string) => ({ apiVersion: 'example.com/v1', kind: 'Rack', metadata: { name }, spec: {} });
    const rackOf = (name: string) => world.server.object(Rack.definition, { name });
    const extend = (operator: Operator) =>
      new Controller(operator, 'Racks', {
        for: Rack,
        owns: [k8s.KubeConfigMap],
        render: (scope, { metadata: { name } }) =>
          new k8s.KubeConfigMap(scope, 'Plan', { metadata: { name, namespace: 'default' }, data: { content: 'plan' } }),
      });
    const replica = new Replica('one', world, { extend });
    await world.clock.advance(0);
    await world.server.put(shelfKind, shelf('a', { x: '1' }));
    await world.clock.advance(0);
    for (const name of ['x', 'y']) await world.server.put(Rack.definition, rack(name));
    await world.clock.advance(0);
    assert.equal(
      conditionOf(rackOf('x'), 'Degraded'),
      'True ChildConflict: ConfigMap default/x exists and belongs to Shelf a: rename one of the two',
    );
    assert.equal(conditionOf(rackOf('y'), 'Ready'), 'True ChildrenReady: its child is ready');

    // Pruned by the shelf, the name is free for the rack.
    await world.server.put(shelfKind, shelf('a', {}));
    await world.clock.advance(0);
    assert.deepEqual(world.server.object(configMapKind, keyOf('x'))?.data, { content: 'plan' });
    assert.equal(conditionOf(rackOf('x'), 'Ready'), 'True ChildrenReady: its child is ready');
    await replica.stop();
  });

  it('replaces images of children by their mirrored images', async () => {
    const extend = (operator: Operator) =>
      new Controller(operator, 'Racks', {
        for: Rack,
        owns: [k8s.KubePod],
        render: (scope) =>
          new k8s.KubePod(scope, 'Pod', {
            metadata: { name: 'x', namespace: 'default' },
            spec: { containers: [{ name: 'lamp', image: 'lamp:1' }] },
          }),
      });
    const replica = new Replica('one', world, { extend, images: new Map([['lamp:1', 'mirror.example.com/lamp:1']]) });
    await world.clock.advance(0);
    await world.server.put(Rack.definition, {
      apiVersion: 'example.com/v1',
      kind: 'Rack',
      metadata: { name: 'x' },
      spec: {},
    });
    await world.clock.advance(0);
    const pod = world.server.object(podKind, keyOf('x')) ?? assert.fail('there is no pod');
    const images = objectsAt(jsonObject(pod), 'spec.containers').map(({ image }) => image);
    assert.deepEqual(images, ['mirror.example.com/lamp:1']);
    await replica.stop();
  });

  it('a manager watches a kind once for two controllers', async () => {
    const watched: string[] = [];
    const client = world.client();
    const watch: Client['watch'] = (kind, options) => {
      watched.push(kind.plural);
      return client.watch(kind, options);
    };
    world.client = () => ({ ...client, watch });
    const extend = (operator: Operator) =>
      new Controller(operator, 'Racks', { for: Rack, owns: [k8s.KubeConfigMap], render: () => undefined });
    const replica = new Replica('one', world, { extend });
    await world.clock.advance(0);
    const installed = ['customresourcedefinitions', 'customresourcedefinitions'];
    assert.deepEqual(watched.toSorted(), ['configmaps', ...installed, 'racks', 'shelfs']);
    await replica.stop();
  });

  it('a manager doesn’t start without a required kind, and leaves no connection open', async () => {
    const client = world.client();
    world.client = () => ({
      ...client,
      list: async (kind) => {
        throw new ApiError({ verb: 'list', kind }, { code: 404, reason: 'NotFound', message: 'no', causes: [] });
      },
    });
    const replica = new Replica('one', world);
    await assert.rejects(replica.end, PreflightError);
    assert.equal(replica.openClients.size, 0);
  });

  it('a manager starts without a third-party kind that it watches, and sees its objects once they exist', async () => {
    const monitors: Kind = {
      group: 'a.example.org',
      version: 'v1',
      kind: 'Dial',
      plural: 'dials',
      scope: 'Namespaced',
    };
    const heard: string[] = [];
    const extend = (operator: Operator) =>
      new Controller(operator, 'Racks', {
        for: Rack,
        watches: [
          {
            kind: monitors,
            map: ({ object: { metadata } }) => {
              heard.push(metadata.name);
              return [];
            },
          },
        ],
        render: (scope) => scope,
      });
    const replica = new Replica('one', world, { extend });
    await world.clock.advance(0);
    await world.server.put(shelfKind, shelf('a', { x: '1' }));
    await world.clock.advance(60_000);
    assert.equal(boxCount(), 1);
    await world.server.serve(monitors);
    await world.server.put(monitors, { apiVersion: 'a.example.org/v1', kind: 'Dial', metadata: keyOf('d') });
    await world.clock.advance(40_000);
    assert.deepEqual(heard, ['d']);
    await replica.stop();
  });

  it('a manager ends without an error when it is stopped before it has begun', async () => {
    const replica = new Replica('one', world);
    await replica.stop();
    await world.clock.advance(60_000);
    assert.deepEqual(world.server.writes, []);
    assert.equal(replica.openClients.size, 0);
  });
});
