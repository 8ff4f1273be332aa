import { addressPlan } from './address-plan.ts';

/**
 * Configuration of the proxy that makes Services reachable from a node.
 *
 * @param kubeconfig - path of the one with which it works
 * @see https://kubernetes.io/docs/reference/config-api/kube-proxy-config.v1alpha1/
 */
export function kubeProxyConfiguration(node: string, kubeconfig: string): object {
  return {
    apiVersion: 'kubeproxy.config.k8s.io/v1alpha1',
    kind: 'KubeProxyConfiguration',
    clientConnection: { kubeconfig },
    mode: 'iptables',
    clusterCIDR: addressPlan.pods,
    hostnameOverride: node,
    // The table of connections is the machine's: its size stays as it is.
    conntrack: { maxPerCore: 0, min: 0, tcpEstablishedTimeout: '0s', tcpCloseWaitTimeout: '0s' },
    iptables: { minSyncPeriod: '0s', syncPeriod: '30s' },
  };
}
