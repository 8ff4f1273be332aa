import { certificateDirectory, managerContainer } from '../../../constructs/index.ts';
import type { ContainerManifest, DeploymentManifest, PodSpec } from '../manifest/deployment.ts';

/**
 * Configures the manager's Deployment for the serving certificate that OLM mounts into every container: sets its path,
 * and removes a mount that would conflict.
 */
export function withServingCertificate(manifest: DeploymentManifest): DeploymentManifest {
  const { spec } = manifest;
  const { template } = spec;
  return { ...manifest, spec: { ...spec, template: { ...template, spec: podWithServingCertificate(template.spec) } } };
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
