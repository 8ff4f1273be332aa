// In: operators, a board and a client. Out: the board with their managers' objects in a cluster, as long as the
// command runs: their Deployments and Leases. Called by `dashboard`.

import { knownKind } from '../../api/index.ts';
import { managerName, type Operator } from '../../constructs/index.ts';
import { type Change, type KindWatchPorts, watchKind } from '../../runtime/index.ts';
import type { Board } from './board.ts';

const kinds = [knownKind('apps/v1', 'Deployment'), knownKind('coordination.k8s.io/v1', 'Lease')];

/** Watches the managers of operators for a board until the signal aborts. */
export async function watchManagers(
  board: Board,
  { operators, ...ports }: KindWatchPorts & { readonly operators: readonly Operator[] },
  signal: AbortSignal,
): Promise<void> {
  const watches = operators.flatMap(({ name, namespace }) => {
    const changed = (change: Change) => {
      if (isOfManager(change, name)) board.recordManagerObject(change);
    };
    return kinds.map((kind) => watchKind(ports, { kind, namespace, changed, stateChanged() {} }, signal));
  });
  await Promise.all(watches);
}

/** The Leases of shards, replicas and certificates have the operator's name as their first part. */
function isOfManager({ object: { kind, metadata } }: Change, operator: string): boolean {
  return kind === 'Lease'
    ? metadata.name === operator || metadata.name.startsWith(`${operator}-`)
    : metadata.name === managerName(operator);
}
