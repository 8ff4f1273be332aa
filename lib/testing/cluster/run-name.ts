import { identityPattern, isGone, processIdentity } from '../supervisor/process-identity.ts';

/** What the names of all things of clusters begin with. */
export const runPrefix = 'operand-cluster-';

const runPattern = new RegExp(`^${runPrefix}(${identityPattern.source})$`);

/**
 * The name of all that one cluster has on this machine: it tells which process owns it, so that others see whether that
 * is still there.
 *
 * @param pid - the owner's process id.
 * @throws Error when there is no such process.
 */
export function runName(pid: number): string {
  return `${runPrefix}${processIdentity(pid)}`;
}

/** Whether something is called as a cluster's things are, and its owner is gone. */
export function isOrphan(name: string): boolean {
  const [, identity] = runPattern.exec(name) ?? [];
  return identity !== undefined && isGone(identity);
}
