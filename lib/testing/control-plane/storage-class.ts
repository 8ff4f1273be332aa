import type { ApiServer } from './api-server.ts';

/** The default storage class, and its provisioner. */
export const storageClass = { name: 'standard', provisioner: 'operand.invalid/volumes' } as const;

/**
 * Creates the default storage class. Each claim of it gets a volume that can be expanded and is removed with the claim.
 *
 * @throws Error if the API server refuses it.
 */
export async function createStorageClass(api: ApiServer): Promise<void> {
  const { status, body } = await api.post('/apis/storage.k8s.io/v1/storageclasses', {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name: storageClass.name, annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
    provisioner: storageClass.provisioner,
    allowVolumeExpansion: true,
    volumeBindingMode: 'WaitForFirstConsumer',
  });
  if (status !== 201) throw new Error(`the default storage class can't be created: ${status} ${body.trim()}`);
}
