/**
 * The addresses of a cluster, the same in each: its network is its own, so that none meets another's, or the machine's.
 *
 * The control plane and the nodes are hosts of one link; each node routes the addresses of the pods on it.
 */
export const addressPlan = {
  /** The host of the control plane, of the cluster's DNS, and the way out of each node. */
  controlPlane: '172.30.0.1',
  prefixLength: 24,
  services: '10.96.0.0/16',
  /** Of all pods. */
  pods: '10.244.0.0/16',
  /** The first address of the services, which the API server takes for its own. */
  apiServerService: '10.96.0.1',
  /** @param number - of a node, from 1 */
  node: (number: number) => `172.30.0.${10 + number}`,
  /** The pods of one node. */
  podsOf: (number: number) => `10.244.${number}.0/24`,
} as const;

/** The most nodes that a cluster may have. */
export const maxNodes = 9;

/** What the cluster's names end with. */
export const clusterDomain = 'cluster.local';

/** What a node is called. */
export function nodeName(number: number): string {
  return `node-${number}`;
}
