import { addressPlan, clusterDomain } from './address-plan.ts';

/** Where the DNS server tells, on its host, whether it knows all names by now. */
export const dnsReadiness = '127.0.0.1:8181';

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
