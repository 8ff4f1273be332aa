import { addressPlan } from './address-plan.ts';

/**
 * Returns the configuration of the proxy that makes Services reachable from a node.
 *
 * @param kubeconfig - path of its kubeconfig
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
    // The connection table belongs to the machine: its size stays unchanged.
    conntrack: { maxPerCore: 0, min: 0, tcpEstablishedTimeout: '0s', tcpCloseWaitTimeout: '0s' },
    iptables: { minSyncPeriod: '0s', syncPeriod: '30s' },
  };
}
