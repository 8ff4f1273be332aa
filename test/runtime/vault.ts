import { k8s } from 'cdk8s-plus-28';
import { builtInKind, type Kind, type KubernetesObject, type StoredObject } from '../../lib/api/index.ts';
import { requestedStorage, type WhenImmutable } from '../../lib/constructs/index.ts';
import { Boxes, keyOf, type ShelfProps, shelfKind } from './shelf.ts';

export const statefulSetKind: Kind = builtInKind({ group: 'apps', version: 'v1', kind: 'StatefulSet' }) ?? shelfKind;

/** The boxes of a shelf that is rendered to a StatefulSet with a volume claim for each of its pods. */
export interface Vault extends Readonly<Record<string, string>> {
  readonly storage: string;
}

/** The props of a controller with this render. */
export function vaultProps(whenImmutable?: WhenImmutable): ShelfProps {
  const statefulSets = { kind: k8s.KubeStatefulSet, ...(whenImmutable !== undefined && { whenImmutable }) };
  return {
    owns: [statefulSets, k8s.KubeConfigMap],
    render: (scope, { metadata: { name }, spec: { boxes } }) => {
      const { storage = '1Gi', app = name, replicas = '2', image = 'vault:1', ...others } = boxes;
      const labels = { app };
      new k8s.KubeStatefulSet(scope, 'Vault', {
        metadata: { name },
        spec: {
          serviceName: name,
          ...(replicas !== '' && { replicas: Number(replicas) }),
          ...(others.retention === 'Delete' && { persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete' } }),
          podManagementPolicy: 'Parallel',
          selector: { matchLabels: labels },
          template: { metadata: { labels }, spec: { containers: [{ name: 'vault', image }] } },
          volumeClaimTemplates: [
            {
              metadata: { name: others.volume ?? 'data' },
              spec: {
                accessModes: ['ReadWriteOnce'],
                storageClassName: others.class ?? 'growing',
                resources: { requests: { storage: k8s.Quantity.fromString(storage) } },
              },
            },
          ],
        },
      });
      return new Boxes(scope, 'Boxes', {});
    },
  };
}

/** The claim of a vault's pod. */
export function claim(name: string, storage: string): KubernetesObject {
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name, namespace: 'default' },
    spec: {
      accessModes: ['ReadWriteOnce'],
      storageClassName: 'growing',
      resources: { requests: { storage } },
    },
  };
}

/** Returns the request in the template of a vault's claims. */
export function templateStorage(statefulSet: StoredObject | undefined): string | undefined {
  const { volumeClaimTemplates: [template] = [] } = (statefulSet?.spec ?? {}) as {
    volumeClaimTemplates?: readonly Record<string, unknown>[];
  };
  return template && requestedStorage(template);
}

/** The key of a vault. */
export const vaultKey = keyOf('a');
