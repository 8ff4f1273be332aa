import { addressPlan, clusterDomain } from './address-plan.ts';

/**
 * Configuration of the cluster's DNS server: names of the cluster, told a second long; there are no others.
 *
 * @param kubeconfig - path of the one with which it works
 * @see https://coredns.io/plugins/kubernetes/
 */
export function dnsConfiguration(kubeconfig: string): string {
  return `.:53 {
  bind ${addressPlan.controlPlane}
  errors
  ready 127.0.0.1:8181
  kubernetes ${clusterDomain} in-addr.arpa ip6.arpa {
    kubeconfig ${kubeconfig}
    pods insecure
    ttl 1
    fallthrough in-addr.arpa ip6.arpa
  }
  template ANY ANY {
    rcode NXDOMAIN
  }
}
`;
}
