import { groupVersionKind, type KubernetesObject } from '../../../api/index.ts';
import { type Finding, manifestTitle } from '../finding.ts';

/** The manifest of a Deployment, as far as a bundle reads it. */
export interface DeploymentManifest extends KubernetesObject {
  readonly spec: { readonly template: { readonly spec: PodSpec } };
}

/** What runs in a pod, likewise. */
export interface PodSpec {
  readonly serviceAccountName?: string;
  readonly containers?: readonly ContainerManifest[];
  readonly volumes?: readonly { readonly name: string }[];
}

/** A container, likewise. */
export interface ContainerManifest {
  readonly name: string;
  readonly args?: readonly string[];
  readonly env?: readonly EnvironmentVariable[];
  readonly lifecycle?: { readonly preStop?: { readonly sleep?: object } };
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string }[];
}

/** A variable of a container, likewise. */
export interface EnvironmentVariable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: object;
}

/** Whether a manifest is a Deployment; by its kind, the API server checks the rest. */
export function isDeployment(manifest: KubernetesObject): manifest is DeploymentManifest {
  const { group, kind } = groupVersionKind(manifest);
  return group === 'apps' && kind === 'Deployment';
}

/** A Deployment with other containers; those that run before are as they were. */
export function withContainers(
  manifest: DeploymentManifest,
  change: (container: ContainerManifest) => ContainerManifest,
): DeploymentManifest {
  const { spec } = manifest;
  const { template } = spec;
  const { containers = [] } = template.spec;
  const pod = { ...template.spec, containers: containers.map(change) };
  return { ...manifest, spec: { ...spec, template: { ...template, spec: pod } } };
}

/** A Deployment that OLM makes and keeps. */
export interface StrategyDeployment {
  readonly name: string;
  /** The labels of the Deployment itself. */
  readonly label?: Readonly<Record<string, string>>;
  readonly spec: DeploymentManifest['spec'];
}

/** A Deployment as a ClusterServiceVersion carries it. */
export function strategyDeployment({ metadata: { name, labels }, spec }: DeploymentManifest): StrategyDeployment {
  return { name, ...(labels !== undefined && { label: labels }), spec };
}

/** What of a Deployment a ClusterServiceVersion has no field for. */
export function deploymentFindings(manifest: DeploymentManifest): Finding[] {
  const annotations = Object.keys(manifest.metadata.annotations ?? {});
  if (annotations.length === 0) return [];
  return [
    {
      manifest,
      what: `the annotations of ${manifestTitle(manifest)} (${annotations.join(', ')}) would be lost`,
      why: 'OLM gives a Deployment the labels and the spec that it was given, and nothing else',
      remedy: 'put them on the pod template if pods need them',
    },
  ];
}
