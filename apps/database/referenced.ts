import { k8s } from 'cdk8s-plus-28';
import type { Referenced, Spec } from 'operand';
import type { Database } from './api.ts';

/**
 * The settings in the ConfigMap that a Database refers to.
 *
 * @throws Error if there is none: servers that run are better left as they are than restarted without their settings.
 */
export function referencedSettings(
  { configFrom }: Spec<typeof Database>,
  referenced: Referenced,
): Readonly<Record<string, string>> | undefined {
  if (configFrom === undefined) return undefined;
  const configMap = referenced(k8s.KubeConfigMap, configFrom.name);
  if (configMap === undefined) {
    throw new Error(`there is no ConfigMap ${configFrom.name}: create it, or leave spec.configFrom out`);
  }
  return configMap.data ?? {};
}

/** The state of the Secret that a Database refers to. While there is none, kubelets wait for it. */
export function passwordRevision({ passwordFrom }: Spec<typeof Database>, referenced: Referenced): string | undefined {
  if (passwordFrom === undefined) return undefined;
  // The version says that something has changed, and nothing of the password, as a digest would.
  return referenced(k8s.KubeSecret, passwordFrom.name)?.metadata.resourceVersion;
}
