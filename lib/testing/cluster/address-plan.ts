/**
 * The addresses of a cluster, the same in each: clusters have separate networks, so their addresses don't collide with
 * one another or with the machine's.
 *
 * The control plane and the nodes are hosts of one link; each node routes the addresses of its pods.
 */
export const addressPlan = {
  /** The host of the control plane and of the cluster's DNS, and the gateway of each node. */
  controlPlane: '172.30.0.1',
  prefixLength: 24,
  services: '10.96.0.0/16',
  /** The addresses of all pods. */
  pods: '10.244.0.0/16',
  /** The first address of the Services, which the API server uses itself. */
  apiServerService: '10.96.0.1',
  /** @param number - of a node, from 1 */
  node: (number: number) => `172.30.0.${10 + number}`,
  /** The addresses of the pods of one node. */
  podsOf: (number: number) => `10.244.${number}.0/24`,
} as const;

/** The highest number of nodes in a cluster. */
export const maxNodes = 9;

/** The suffix of the cluster's DNS names. */
export const clusterDomain = 'cluster.local';

/** Returns the name of a node. */
export function nodeName(number: number): string {
  return `node-${number}`;
}
