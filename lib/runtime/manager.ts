// In: an operator's definition, and the ports to reach a cluster. Out: the running operator, until the signal aborts.
// Called by the command line's `run`.

import type { Kind } from '../api/index.ts';
import type { Client } from '../client/index.ts';
import {
  Controller,
  cachedReadKinds,
  distinctCachedKinds,
  MutatingWebhook,
  type Operator,
  ValidatingWebhook,
} from '../constructs/index.ts';
import { managerGroups } from './manager-groups.ts';
import type { ManagerOptions, ManagerPorts } from './manager-options.ts';
import { managerParts } from './manager-parts.ts';
import { assertPreflight } from './preflight.ts';
import { runGroups } from './runnable.ts';

/**
 * Runs all controllers of an operator until `signal` aborts, and then stops them in order.
 *
 * @throws PreflightError if the cluster lacks what the operator needs.
 * @throws ListenError if an address can't be listened on.
 * @example
 * const stop = new AbortController();
 * process.once('SIGTERM', () => stop.abort());
 * await runManager(operator, ports, { hostname: 'pod-1', leaseNamespace: operator.namespace }, stop.signal);
 */
export async function runManager(
  operator: Operator,
  ports: ManagerPorts,
  options: ManagerOptions,
  signal: AbortSignal,
): Promise<void> {
  const { clock, logger } = ports;
  // A client has few connections, so that slow responses to one controller delay neither another controller nor a Lease.
  const clients: Client[] = [];
  const connect = () => {
    const opened = ports.connect();
    clients.push(opened);
    return opened;
  };
  const client = connect();
  try {
    const kinds = watchedKinds(operator, options);
    const watchNamespaces = options.watchNamespaces ?? operator.props.watchNamespaces;
    const scope = { watchNamespaces, isThirdParty: (kind: Kind) => operator.isThirdParty(kind) };
    await assertPreflight({ client, clock }, { kinds, ...scope }, signal);
    if (signal.aborted) return;
    const parts = managerParts(operator, { ...ports, connect, client }, { ...options, ...scope });
    options.onCreated?.(() => ({
      queues: parts.controllers.map(({ name, queueContent }) => ({ controller: name, ...queueContent })),
      caches: parts.caches.states,
    }));
    await runGroups(managerGroups(operator, parts, { ports, options }), { clock, logger }, signal);
  } finally {
    await Promise.all(clients.map((opened) => opened.close()));
  }
}

/** Returns the kinds that the controllers watch, and those that served webhooks look up. */
function watchedKinds(operator: Operator, { webhooks }: ManagerOptions): readonly Kind[] {
  const served = webhooks === undefined ? [] : [...ValidatingWebhook.in(operator), ...MutatingWebhook.in(operator)];
  const cached = [
    ...Controller.in(operator).flatMap((controller) => controller.cachedKinds),
    ...served.flatMap(({ props }) => cachedReadKinds(props)),
  ];
  return distinctCachedKinds(cached).map(({ kind }) => kind);
}
