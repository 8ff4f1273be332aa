// Lowered settings that a replica must not have lower than the primary. A server that starts as a replica keeps the higher value
// until it has replayed the primary's restart with the lower one. A switchover restarts no primary. In: the reports of Patroni.
// Out: the names of such settings. Called for members.

import { z } from 'zod';

/** @see https://www.postgresql.org/docs/current/hot-standby.html#HOT-STANDBY-ADMIN */
const names: readonly string[] = [
  'max_connections',
  'max_locks_per_transaction',
  'max_prepared_transactions',
  'max_wal_senders',
  'max_worker_processes',
];

/** Settings that wait for a restart, as Patroni reports them: name → values. */
export const pendingType = z.record(z.string(), z.object({ old_value: z.string(), new_value: z.string() }));

/**
 * Returns the names of the settings that a restart lowers, and that replicas must not have lower than the primary; none while
 * others wait, too. Replicas get those first: a raised setting has to be there first, and a wrong one stops no primary.
 */
export function loweredSettings(pending: z.output<typeof pendingType>): readonly string[] {
  const lowered = names.filter((name) => Number(pending[name]?.new_value) < Number(pending[name]?.old_value));
  return lowered.length === Object.keys(pending).length ? lowered : [];
}
