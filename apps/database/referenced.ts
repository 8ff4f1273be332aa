import { k8s } from 'cdk8s-plus-28';
import { metadataOf, partOf, type References, type Spec } from 'operand';
import type { Database } from './api.ts';

/** Larger than the settings of any server; a ConfigMap may have 1 MiB, and those of all namespaces are cached. */
const longestSettings = 16 * 1024;

/** The settings in a ConfigMap; none if they are too long. */
export const SettingsMap = partOf(k8s.KubeConfigMap, ({ data = {} }) => ({
  settings: lengthOf(data) <= longestSettings ? data : undefined,
}));

/** The existence and the version of a Secret: the API server sends no password to this operator. */
export const PasswordSecret = metadataOf(k8s.KubeSecret);

/**
 * Returns the settings in the ConfigMap that a Database refers to.
 *
 * @throws Error if there is none, or they are too long, so that running servers aren't restarted without their
 *   settings.
 */
export function referencedSettings(
  { configFrom }: Spec<typeof Database>,
  references: References,
): Readonly<Record<string, string>> | undefined {
  if (configFrom === undefined) return undefined;
  const configMap = references(SettingsMap, configFrom.name);
  if (configMap === undefined) {
    throw new Error(`there is no ConfigMap ${configFrom.name}: create it, or leave spec.configFrom out`);
  }
  const { settings } = configMap;
  if (settings === undefined) {
    throw new Error(
      `the ConfigMap ${configFrom.name} has more than ${longestSettings} characters: leave out all entries that are not settings`,
    );
  }
  return settings;
}

/**
 * Returns the state of the Secret that a Database refers to.
 *
 * @throws Error if there is none, so that no running server is restarted, which couldn't start without it.
 */
export function passwordRevision({ passwordFrom }: Spec<typeof Database>, references: References): string | undefined {
  if (passwordFrom === undefined) return undefined;
  const secret = references(PasswordSecret, passwordFrom.name);
  if (secret === undefined) {
    throw new Error(`there is no Secret ${passwordFrom.name}: create it, or leave spec.passwordFrom out`);
  }
  // The version changes with the password, and unlike a digest discloses nothing of it.
  return secret.metadata.resourceVersion;
}

function lengthOf(data: Readonly<Record<string, string>>): number {
  return Object.entries(data).reduce((sum, [name, value]) => sum + name.length + value.length, 0);
}
