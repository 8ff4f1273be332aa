import { groupVersionKind } from '../../api/index.ts';

/**
 * The kinds that OLM installs as manifests: API → kinds, the best API of a kind first.
 *
 * @see https://github.com/operator-framework/operator-registry/blob/master/pkg/lib/bundle/supported_resources.go
 */
const apis: Readonly<Record<string, string>> = {
  'operators.coreos.com/v1alpha1': 'ClusterServiceVersion',
  'apiextensions.k8s.io/v1': 'CustomResourceDefinition',
  'rbac.authorization.k8s.io/v1': 'ClusterRole ClusterRoleBinding Role RoleBinding',
  v1: 'ServiceAccount Service Secret ConfigMap',
  'monitoring.coreos.com/v1': 'PrometheusRule ServiceMonitor',
  'policy/v1': 'PodDisruptionBudget',
  'scheduling.k8s.io/v1': 'PriorityClass',
  'scheduling.k8s.io/v1alpha1': 'PriorityClass',
  'autoscaling.k8s.io/v1': 'VerticalPodAutoscaler',
  'autoscaling.k8s.io/v1beta2': 'VerticalPodAutoscaler',
  'autoscaling.k8s.io/v1beta1': 'VerticalPodAutoscaler',
  'console.openshift.io/v1': 'ConsoleYAMLSample ConsoleQuickStart ConsoleCLIDownload ConsoleLink ConsolePlugin',
  'console.openshift.io/v1alpha1': 'ConsolePlugin',
  'networking.k8s.io/v1': 'NetworkPolicy',
};

/** The kinds that OLM installs: kind → its APIs, the best first. */
export const installedKinds: ReadonlyMap<string, readonly string[]> = new Map(
  [...new Set(Object.values(apis).flatMap((kinds) => kinds.split(' ')))].map((kind) => [
    kind,
    Object.keys(apis).filter((api) => apis[api]?.split(' ').includes(kind)),
  ]),
);

/** Returns the group of a kind that OLM installs; undefined for other kinds. */
export function installedGroup(kind: string): string | undefined {
  const [apiVersion] = installedKinds.get(kind) ?? [];
  return apiVersion === undefined ? undefined : groupVersionKind({ apiVersion, kind }).group;
}
