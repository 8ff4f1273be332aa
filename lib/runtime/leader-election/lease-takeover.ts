// In: the Leases of an operator that runs in a cluster. Out: those Leases, taken from their holders, while this process
// works in their place. Called by the command line's `dev`.

import type { StoredObject } from '../../api/index.ts';
import { isForbidden, objectSelection, undefinedIfNotFound } from '../../client/index.ts';
import { untilAborted } from '../../clock/index.ts';
import { type Logger, silentMetrics } from '../../telemetry/index.ts';
import { candidateIdentity, LeaseLock, type LeaseLockOptions, type LeaseLockPorts, leaseKind } from '../lease/index.ts';
import { leaseDurationMs, renewDeadlineMs } from './election-timing.ts';
import { LeaderElection } from './leader-election.ts';

/** The Leases to take, and the dependencies of {@link takeOverLeases}. */
export interface LeaseTakeoverOptions extends LeaseLockPorts {
  readonly hostname: string;
  readonly names: readonly string[];
  /** The namespace in which absent ones are created, if it exists. */
  readonly namespace: string;
  /**
   * True if the Leases of these names in other namespaces are those of the same copy of the operator, and are held, too: its
   * installer may have chosen another namespace. @default true
   */
  readonly isOnlyCopy?: boolean;
  readonly logger: Logger;
  /** Called if another process holds a Lease, before the time that it has to stop. */
  readonly onWait: (waitMs: number) => void;
}

/**
 * Returns when this process stops leading unless it renews the Leases, by its monotonic clock: 0 if it doesn't lead,
 * undefined if there are no Leases.
 */
export type LeadsUntil = () => number | undefined;

type LeaseKey = LeaseLockOptions['lease'];

/**
 * Takes the Leases from their holders, runs `work` while it holds them, and releases them at its end, so that another
 * replica leads at its next attempt.
 *
 * A holder that is taken over stops within {@link renewDeadlineMs}, also without a connection, and `work`
 * starts after that time. The signal of `work` aborts if a Lease is lost, or when `signal` aborts.
 *
 * @throws NotLeaderError if a Lease was lost.
 * @example
 * const stop = new AbortController();
 * const { name, namespace } = operator;
 * const options = { ...ports, client: ports.connect(), hostname: 'laptop', names: [name], namespace, onWait: () => {} };
 * await takeOverLeases(options, stop.signal, (signal) => runManager(operator, ports, { hostname: 'laptop' }, signal));
 */
export async function takeOverLeases(
  { hostname, onWait, logger, client, clock, ...leases }: LeaseTakeoverOptions,
  signal: AbortSignal,
  work: (signal: AbortSignal, leadsUntilMs: LeadsUntil) => Promise<void>,
): Promise<void> {
  const identity = candidateIdentity(hostname);
  const ports = { client, clock };
  const stop = new AbortController();
  const [elections, runs]: [LeaderElection[], Promise<void>[]] = [[], []];
  let mustWait = false;
  try {
    for (const lease of await leaseKeys({ ...leases, client }, signal)) {
      const lock = new LeaseLock({ lease, identity, leaseDurationMs }, ports);
      // The namespace of the Lease may be missing.
      const wasHeld = await lock.takeOver(signal).catch(undefinedIfNotFound);
      if (wasHeld === undefined) continue;
      mustWait ||= wasHeld;
      const metrics = silentMetrics.leaderElection(lease.name);
      const election = new LeaderElection({ lease, identity }, { ...ports, logger, metrics, events: { record() {} } });
      elections.push(election);
      runs.push(election.run(stop.signal));
    }
    const terms = await untilAborted(Promise.all(elections.map((election) => election.term())), signal);
    if (terms === undefined) return;
    const term = AbortSignal.any([...terms, signal]);
    if (mustWait) {
      onWait(renewDeadlineMs);
      await clock.sleep(renewDeadlineMs, term);
    }
    await work(term, () => leadsUntilMs(elections));
    if (!signal.aborted) term.throwIfAborted();
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    stop.abort();
    await Promise.all(runs);
  }
}

function leadsUntilMs(elections: readonly LeaderElection[]): number | undefined {
  if (elections.length === 0) return undefined;
  return Math.min(...elections.map((election) => election.leadsUntilMs ?? 0));
}

/** Returns the keys of the Leases, those of other namespaces as far as this user may list them. */
async function leaseKeys(
  {
    names,
    namespace,
    isOnlyCopy = true,
    client,
  }: Pick<LeaseTakeoverOptions, 'names' | 'namespace' | 'isOnlyCopy' | 'client'>,
  signal: AbortSignal,
): Promise<readonly LeaseKey[]> {
  if (!isOnlyCopy) return names.map((name) => ({ namespace, name }));
  const keys: LeaseKey[] = [];
  for (const name of names) {
    const { items } = await client.list(leaseKind, { ...objectSelection({ name }), signal }).catch(noneIfForbidden);
    const namespaces = new Set([namespace, ...items.flatMap(({ metadata }) => metadata.namespace ?? [])]);
    keys.push(...[...namespaces].map((each) => ({ namespace: each, name })));
  }
  return keys;
}

function noneIfForbidden(error: unknown): { readonly items: readonly StoredObject[] } {
  if (isForbidden(error)) return { items: [] };
  throw error;
}
