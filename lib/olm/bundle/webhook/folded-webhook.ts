// In: the manifests of an operator, including those through which API servers reach its webhooks. Out: the manifests
// for an installation by OLM, the webhook definitions for OLM, and findings. Called by `bundle`.

import { ApiObject } from 'cdk8s';
import { groupVersionKind, isSameKind, type KubernetesObject } from '../../../api/index.ts';
import {
  certificateDirectory,
  injectionAnnotation,
  managerContainer,
  managerName,
  type Operator,
} from '../../../constructs/index.ts';
import { type DefinitionManifest, isDefinition } from '../definition/owned-definition.ts';
import {
  type ContainerManifest,
  type DeploymentManifest,
  isDeployment,
  type PodSpec,
  withPodOfDeployment,
} from '../manifest/deployment.ts';
import type { ManifestFinding } from '../manifest-finding.ts';
import {
  type ConfigurationManifest,
  type WebhookDefinition,
  webhookDefinitionFindings,
  webhookDefinitions,
} from './webhook-definition.ts';

/** The webhooks of an operator, folded into webhook definitions. */
export interface FoldedWebhooks {
  /** The manifests without webhooks, except for the manager's port and certificate. */
  readonly manifests: readonly KubernetesObject[];
  readonly webhooks: readonly WebhookDefinition[];
  readonly findings: readonly ManifestFinding[];
}

/**
 * Folds the manifests of the operator's webhook server into webhook definitions.
 *
 * Service, certificates and registrations are removed, with the access for certificate rotation: OLM creates its own.
 * The conversion of each definition is removed as well: API servers would call it before OLM sets the CA bundle.
 */
export function foldedWebhooks(
  manifests: readonly KubernetesObject[],
  { name, webhooks: server }: Pick<Operator, 'name' | 'webhooks'>,
): FoldedWebhooks {
  if (!server.isNeeded) return { manifests, webhooks: [], findings: [] };
  const parts = server.node.findAll().filter(ApiObject.isApiObject);
  const { own = [], rest = [] } = Object.groupBy(manifests, (manifest) =>
    parts.some((part) => isManifestOfPart(part, manifest)) ? 'own' : 'rest',
  );
  const configurations = own.filter(isWebhookConfiguration);
  const converted = rest.filter(isDefinition).filter(isDefinitionConverted);
  const manager = managerName(name);
  return {
    manifests: rest.map((manifest) => {
      if (isDefinition(manifest) && isDefinitionConverted(manifest)) return definitionWithoutConversion(manifest);
      if (isDeployment(manifest) && manifest.metadata.name === manager) return withServingCertificate(manifest);
      return manifest;
    }),
    webhooks: webhookDefinitions(manager, configurations, converted),
    findings: configurations.flatMap(webhookDefinitionFindings),
  };
}

function isManifestOfPart(part: ApiObject, manifest: KubernetesObject): boolean {
  return isSameKind(groupVersionKind(part), groupVersionKind(manifest)) && part.name === manifest.metadata.name;
}

function isDefinitionConverted({ spec: { conversion } }: DefinitionManifest): boolean {
  return conversion?.strategy === 'Webhook';
}

function definitionWithoutConversion({ metadata, spec, ...definition }: DefinitionManifest): DefinitionManifest {
  const { conversion: _, ...rest } = spec;
  const { annotations: { [injectionAnnotation]: _injection, ...annotations } = {}, ...others } = metadata;
  const isAnnotated = Object.keys(annotations).length > 0;
  return { ...definition, metadata: { ...others, ...(isAnnotated && { annotations }) }, spec: rest };
}

/**
 * Configures the manager's Deployment for the serving certificate that OLM mounts into every container: sets its path,
 * and removes a mount that would conflict.
 */
export function withServingCertificate(manifest: DeploymentManifest): DeploymentManifest {
  return withPodOfDeployment(manifest, podWithServingCertificate);
}

function podWithServingCertificate({ containers = [], volumes = [], ...pod }: PodSpec): PodSpec {
  const mounts = containers.flatMap(({ volumeMounts = [] }) => volumeMounts).filter(isCertificateMount);
  const kept = volumes.filter((volume) => !mounts.some(({ name }) => name === volume.name));
  return {
    ...pod,
    containers: containers.map(containerWithServingCertificate),
    ...(kept.length > 0 && { volumes: kept }),
  };
}

function containerWithServingCertificate(manifest: ContainerManifest): ContainerManifest {
  const { args = [], volumeMounts = [], ...container } = manifest;
  if (container.name !== managerContainer) return manifest;
  const kept = volumeMounts.filter((mount) => !isCertificateMount(mount));
  return {
    ...container,
    args: [...args.filter((arg) => arg !== directoryArgument), directoryArgument],
    ...(kept.length > 0 && { volumeMounts: kept }),
  };
}

const directoryArgument = `--webhook-cert-dir=${certificateDirectory}`;

function isCertificateMount({ mountPath }: { readonly mountPath: string }): boolean {
  return mountPath === certificateDirectory;
}

/**
 * Returns true if a manifest is a {@link ConfigurationManifest}. Checks the kind only; the API server validates the
 * rest.
 */
function isWebhookConfiguration(manifest: KubernetesObject): manifest is ConfigurationManifest {
  return ['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration'].includes(manifest.kind);
}
