// Counts the writes for new resources while their pods become ready. Called by the command line, in turns.

import { setTimeout as sleep } from 'node:timers/promises';
import { optionalComponents } from '../../lib/testing/control-plane/component.ts';
import type { ApiServer } from '../harness/api-server.ts';
import type { Peer, PeerName } from '../harness/peer.ts';
import { quiet } from '../harness/quiet.ts';
import { requestCount, subtracted } from '../harness/request-counts.ts';
import { onStage } from '../harness/stage.ts';
import { collection, creationOf, names } from '../harness/work.ts';

/** The result of one peer in one round. */
export interface PodsRun {
  readonly peer: PeerName;
  readonly title: string;
  readonly round: number;
  /** The number of resources. */
  readonly count: number;
  /** RFC 3339. */
  readonly startedAt: string;
  readonly childWrites: number;
  readonly statusWrites: number;
  /** Resource by resource, the time from the event of its Deployment with the last available pod to its condition. */
  readonly lagsMs: readonly number[];
}

/** Options of {@link podsRun}. */
export interface PodsOptions {
  readonly round: number;
  readonly count: number;
  readonly signal: AbortSignal;
}

/** The number of pods of each resource. */
export const size = 2;
const createdPerSecond = 10;
/** A write of a child by an operator. The Deployment controller, which replaces Deployments, sends PUT only. */
const childWrite = /^(?:POST|APPLY|PATCH) (?:deployments|services) /;
const statusWrite = /^(?:PUT|PATCH|APPLY) memcacheds\/status /;

/**
 * Creates resources on a cluster with Kubernetes' own controllers and a simulated node, until all are available.
 *
 * @throws Error if the operator ends; the signal's reason if it aborts.
 */
export async function podsRun(peer: Peer, { round, count, signal }: PodsOptions): Promise<PodsRun> {
  const startedAt = new Date().toISOString();
  const components = optionalComponents;
  return await onStage(peer, { count, idleSeconds: 0, components, signal }, async ({ api, observer, operator }) => {
    await operator.start();
    await quiet(operator.pid);
    const before = await api.requestsOfOthers();
    const ended = new AbortController();
    const stop = AbortSignal.any([signal, ended.signal]);
    // The observer rejects if the operator ends.
    const [lagsMs] = await Promise.all([
      availabilityLags(api, count, stop),
      created(api, count, stop),
      observer.converged(count),
    ]).finally(() => ended.abort());
    await quiet(operator.pid);
    const requests = subtracted(await api.requestsOfOthers(), before);
    const [childWrites, statusWrites] = [requestCount(requests, childWrite), requestCount(requests, statusWrite)];
    return { peer: peer.name, title: peer.title, round, count, startedAt, childWrites, statusWrites, lagsMs };
  });
}

async function created(api: ApiServer, count: number, signal: AbortSignal): Promise<void> {
  for (const name of names(count)) {
    await api.send(creationOf({ name, size }));
    await sleep(1_000 / createdPerSecond, undefined, { signal });
  }
}

interface Watched {
  readonly metadata: { readonly name: string };
  readonly status?: {
    readonly availableReplicas?: number;
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
  };
}

/** Resolves when the conditions of `count` resources say that all pods are available. */
async function availabilityLags(api: ApiServer, count: number, signal: AbortSignal): Promise<readonly number[]> {
  const deployments = new Map<string, number>();
  const conditions = new Map<string, number>();
  const ended = new AbortController();
  const watch = async (path: string, isAvailable: (object: Watched) => boolean, times: Map<string, number>) => {
    try {
      for (;;) {
        for await (const line of api.watch(`${path}?watch=1`, AbortSignal.any([ended.signal, signal]))) {
          const { object } = JSON.parse(line) as { readonly object: Watched };
          if (isAvailable(object) && !times.has(object.metadata.name))
            times.set(object.metadata.name, performance.now());
          if (conditions.size === count && deployments.size === count) ended.abort();
        }
      }
    } catch (error) {
      if (!ended.signal.aborted) throw error;
    }
  };
  await Promise.all([
    watch(collection.deployments, ({ status }) => (status?.availableReplicas ?? 0) >= size, deployments),
    watch(collection.memcacheds, saysAvailable, conditions),
  ]);
  return [...deployments].map(([name, availableAt]) => Math.max(0, (conditions.get(name) ?? 0) - availableAt));
}

function saysAvailable({ status }: Watched): boolean {
  return status?.conditions?.some(({ type, status: value }) => type === 'Available' && value === 'True') ?? false;
}
