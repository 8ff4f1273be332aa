import type { ApiServer } from './api-server.ts';

/**
 * Creates the default storage class. kwok gives each claim of it a volume that can grow and goes with the claim.
 *
 * @throws Error when the API server refuses it.
 */
export async function createStorageClass(api: ApiServer): Promise<void> {
  const { status, body } = await api.post('/apis/storage.k8s.io/v1/storageclasses', {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name: 'standard', annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
    provisioner: 'operand.invalid/volumes',
    allowVolumeExpansion: true,
    volumeBindingMode: 'WaitForFirstConsumer',
  });
  if (status !== 201) throw new Error(`the default storage class can't be created: ${status} ${body.trim()}`);
}
