/** A Pod Security Standard of Kubernetes. */
export type PodSecurity = 'privileged' | 'baseline' | 'restricted';

/**
 * Returns the admission configuration that enforces a standard in all namespaces whose labels don't select another.
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
