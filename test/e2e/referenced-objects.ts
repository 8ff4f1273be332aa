import type { KubernetesObject } from '../../lib/api/index.ts';

/** Returns a Secret with the password of a Database's administrators. @param key - `namespace/name` */
export function passwordSecret(key: string, password: string): KubernetesObject {
  return { apiVersion: 'v1', kind: 'Secret', metadata: metadataOf(key), stringData: { password } };
}

/** Returns a ConfigMap with the settings of Databases. @param key - `namespace/name` */
export function settingsMap(key: string, data: Readonly<Record<string, string>>): KubernetesObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: metadataOf(key), data };
}

function metadataOf(key: string): KubernetesObject['metadata'] {
  const [namespace = '', name = ''] = key.split('/');
  return { namespace, name };
}
