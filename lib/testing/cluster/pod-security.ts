/** How strict a cluster is with pods, by the standards of Kubernetes. */
export type PodSecurity = 'privileged' | 'baseline' | 'restricted';

/**
 * What tells an API server to hold all pods to a standard whose namespace doesn't ask for another.
 *
 * @see https://kubernetes.io/docs/tasks/configure-pod-container/enforce-standards-admission-controller/
 */
export function admissionConfiguration(level: PodSecurity): object {
  return {
    apiVersion: 'apiserver.config.k8s.io/v1',
    kind: 'AdmissionConfiguration',
    plugins: [
      {
        name: 'PodSecurity',
        configuration: {
          apiVersion: 'pod-security.admission.config.k8s.io/v1',
          kind: 'PodSecurityConfiguration',
          defaults: { enforce: level, 'enforce-version': 'latest' },
          exemptions: { namespaces: ['kube-system'] },
        },
      },
    ],
  };
}
