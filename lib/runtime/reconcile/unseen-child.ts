import { TerminalError } from '../../api/index.ts';
import type { Child } from '../../render/index.ts';
import type { Observation } from './observation.ts';

/**
 * Refuses children that the caches would never show: each reconcile would write them again, and none would prune them.
 *
 * @throws TerminalError naming each of them.
 */
export function refuseUnseen(children: readonly Child[], cache: Pick<Observation, 'unseen'>): void {
  const findings = children.flatMap(({ kind, object }) => cache.unseen(kind, object) ?? []);
  if (findings.length > 0) throw new TerminalError(findings.join('; '));
}
