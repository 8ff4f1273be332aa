import { addressPlan, clusterDomain } from './address-plan.ts';

/** Address, on its host, where the DNS server reports that it has read all names. */
export const dnsReadiness = '127.0.0.1:8181';

/**
 * Returns the configuration of the cluster's DNS server, which answers for names of the cluster only, with a TTL of one
 * second.
 *
 * @param kubeconfig - path of its kubeconfig
 * @see https://coredns.io/plugins/kubernetes/
 */
export function dnsConfiguration(kubeconfig: string): string {
  return `.:53 {
  bind ${addressPlan.controlPlane}
  errors
  ready ${dnsReadiness}
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
