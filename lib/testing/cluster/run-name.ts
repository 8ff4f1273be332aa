import { hasEnded, identityPattern, processIdentity } from '../supervisor/process-identity.ts';

/** What the names of all things of clusters begin with. */
export const runPrefix = 'operand-cluster-';

const trialPrefix = 'operand-trial-';

const ownedPattern = new RegExp(`^(?:${runPrefix}|${trialPrefix})(?<owner>${identityPattern.source})(?:-\\w{6})?$`);

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

/** What the name of a directory begins with in which this process tries what this machine can do; `mkdtemp` adds the rest. */
export function trialName(): string {
  return `${trialPrefix}${processIdentity(process.pid)}-`;
}

/** Whether something is called as the things of clusters and trials are, and its owner is gone. */
export function isOrphan(name: string): boolean {
  const owner = ownedPattern.exec(name)?.groups?.owner;
  return owner !== undefined && hasEnded(owner);
}
