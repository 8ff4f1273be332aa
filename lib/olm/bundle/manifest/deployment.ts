import { groupVersionKind, type KubernetesObject } from '../../../api/index.ts';
import { type ManifestFinding, manifestTitle } from '../manifest-finding.ts';

/** The manifest of a Deployment, limited to the fields that a bundle reads. */
export interface DeploymentManifest extends KubernetesObject {
  readonly spec: { readonly template: { readonly spec: PodSpec } };
}

/** The spec of a pod, limited to the fields that a bundle reads. */
export interface PodSpec {
  readonly serviceAccountName?: string;
  readonly containers?: readonly ContainerManifest[];
  readonly volumes?: readonly { readonly name: string }[];
}

/** A container, limited to the fields that a bundle reads. */
export interface ContainerManifest {
  readonly name: string;
  readonly args?: readonly string[];
  readonly env?: readonly EnvironmentVariable[];
  readonly lifecycle?: { readonly preStop?: { readonly sleep?: object } };
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string }[];
}

/** A variable of a container, limited to the fields that a bundle reads. */
export interface EnvironmentVariable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: object;
}

/** Returns true if a manifest is a Deployment. Checks the kind only; the API server validates the rest. */
export function isDeployment(manifest: KubernetesObject): manifest is DeploymentManifest {
  const { group, kind } = groupVersionKind(manifest);
  return group === 'apps' && kind === 'Deployment';
}

/** Replaces the spec of the pods of a Deployment. */
export function withPodOfDeployment(
  manifest: DeploymentManifest,
  change: (pod: PodSpec) => PodSpec,
): DeploymentManifest {
  const { spec } = manifest;
  return { ...manifest, spec: { ...spec, template: { ...spec.template, spec: change(spec.template.spec) } } };
}

/** Replaces the containers of a Deployment, but not its init containers. */
export function withContainers(
  manifest: DeploymentManifest,
  change: (container: ContainerManifest) => ContainerManifest,
): DeploymentManifest {
  return withPodOfDeployment(manifest, (pod) => ({ ...pod, containers: (pod.containers ?? []).map(change) }));
}

/** A Deployment that OLM creates and updates. */
export interface StrategyDeployment {
  readonly name: string;
  /** The labels of the Deployment itself. */
  readonly label?: Readonly<Record<string, string>>;
  readonly spec: DeploymentManifest['spec'];
}

/** Converts a Deployment to its form in a ClusterServiceVersion. */
export function strategyDeployment({ metadata: { name, labels }, spec }: DeploymentManifest): StrategyDeployment {
  return { name, ...(labels !== undefined && { label: labels }), spec };
}

/** Reports fields of a Deployment that a ClusterServiceVersion lacks. */
export function deploymentFindings(manifest: DeploymentManifest): ManifestFinding[] {
  const annotations = Object.keys(manifest.metadata.annotations ?? {});
  if (annotations.length === 0) return [];
  return [
    {
      manifest,
      what: `the annotations of ${manifestTitle(manifest)} (${annotations.join(', ')}) would be lost`,
      why: 'OLM copies only the labels and the spec of a Deployment',
      remedy: 'put them on the pod template if pods need them',
    },
  ];
}
