import { hasEnded, identityPattern, processIdentity } from '../supervisor/process-identity.ts';

/** Prefix of the names of all files and cgroups of clusters. */
export const runPrefix = 'operand-cluster-';

const trialPrefix = 'operand-trial-';

const ownedPattern = new RegExp(`^(?:${runPrefix}|${trialPrefix})(?<owner>${identityPattern.source})(?:-\\w{6})?$`);

/**
 * Returns the name of a cluster's files and cgroups. It contains the identity of the owner, so that other processes see
 * if the owner is alive.
 *
 * @param pid - the owner's process id.
 * @throws Error if there is no such process.
 */
export function runName(pid: number): string {
  return `${runPrefix}${processIdentity(pid)}`;
}

/**
 * Returns the prefix of a directory in which this process tries the abilities of the machine; `mkdtemp` adds the rest.
 */
export function trialName(): string {
  return `${trialPrefix}${processIdentity(process.pid)}-`;
}

/** True for a name of a cluster or trial whose owner has ended. */
export function isOrphan(name: string): boolean {
  const owner = ownedPattern.exec(name)?.groups?.owner;
  return owner !== undefined && hasEnded(owner);
}
