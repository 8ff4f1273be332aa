import assert from 'node:assert/strict';
import type { StoredObject } from '../../../lib/api/index.ts';
import type { ControllerScope, ReconcilePorts } from '../../../lib/runtime/reconcile/controller-scope.ts';
import { PublishedShapes } from '../../../lib/runtime/reconcile/index.ts';
import { ReconcileRun } from '../../../lib/runtime/reconcile/reconcile-run.ts';
import { silentMetrics } from '../../../lib/telemetry/index.ts';
import type { ObservedCluster } from '../observed-cluster.ts';
import { operatorName } from '../shelf.ts';
import { storedShelf } from './rendered-box.ts';
import { Diary, ServerView } from './shelf-keeper.ts';

/** The ports of reconciles whose steps are tested one by one. No step may call a callback. */
export function stepPorts(server: ObservedCluster, ports: Partial<ReconcilePorts> = {}): ReconcilePorts {
  const { clock } = server;
  return {
    writerFor: () => server.client(),
    cache: new ServerView(server),
    lagging: () => [],
    clock,
    fieldManager: operatorName,
    shapes: new PublishedShapes({ client: server.client(), clock }, []),
    journal: new Diary(),
    effects: () => assert.fail('a callback was called'),
    withLog: () => assert.fail('a callback was called'),
    metrics: silentMetrics.reconciles('shelf'),
    ...ports,
  };
}

/** A reconcile of a shelf, whose steps are run one by one. */
export function shelfRun(scope: ControllerScope, resource: StoredObject = storedShelf('a')): ReconcileRun {
  return new ReconcileRun(scope, resource, new AbortController().signal);
}
