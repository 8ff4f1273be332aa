/** Name of a priority class → its priority, and the pods that it is for. */
export const systemPriorities: Readonly<Record<string, readonly [number, string]>> = {
  'system-cluster-critical': [
    2_000_000_000,
    'Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.',
  ],
  'system-node-critical': [
    2_000_001_000,
    'Used for system critical pods that must not be moved from their current node.',
  ],
};
