import type { KubernetesObject } from '../../lib/api/index.ts';

/** A Secret that Databases may name for the password of their administrators. @param key - its own, `namespace/name` */
export function passwordSecret(key: string, password: string): KubernetesObject {
  return { apiVersion: 'v1', kind: 'Secret', metadata: metadataOf(key), stringData: { password } };
}

/** A ConfigMap that Databases may name for their settings. @param key - its own, `namespace/name` */
export function settingsMap(key: string, data: Readonly<Record<string, string>>): KubernetesObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: metadataOf(key), data };
}

function metadataOf(key: string): KubernetesObject['metadata'] {
  const [namespace = '', name = ''] = key.split('/');
  return { namespace, name };
}
