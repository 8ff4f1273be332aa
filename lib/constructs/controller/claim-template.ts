import { type GroupVersionKind, type KubernetesObject, knownKind } from '../../api/index.ts';
import { fieldAt, objectsAt } from '../../schema/index.ts';

/** The kind PersistentVolumeClaim. */
export const claimKind = knownKind('v1', 'PersistentVolumeClaim');

/** Returns true for StatefulSet, the kind with claim templates. */
export function isStatefulSet({ group, version, kind }: GroupVersionKind): boolean {
  return kind === 'StatefulSet' && version === 'v1' && group === 'apps';
}

/** Returns true if the object of a kind is a StatefulSet whose deletion deletes the volume claims of its pods. */
export function deletesItsClaims(kind: GroupVersionKind, object: unknown): boolean {
  const whenDeleted = fieldAt(object, 'spec.persistentVolumeClaimRetentionPolicy.whenDeleted');
  return isStatefulSet(kind) && whenDeleted === 'Delete';
}

/** A volume claim template of a StatefulSet: a volume claim that each of its pods gets. */
export interface ClaimTemplate {
  readonly name: string;
  /** A quantity; undefined if the template requests none. */
  readonly storage: string | undefined;
}

/** Returns the claim templates of a StatefulSet; none for an object of another kind. */
export function claimTemplates(object: KubernetesObject): ClaimTemplate[] {
  return objectsAt(object, 'spec.volumeClaimTemplates').flatMap((template) => {
    const name = fieldAt(template, 'metadata.name');
    return typeof name === 'string' ? [{ name, storage: requestedStorage(template) }] : [];
  });
}

/** Returns the storage that a claim template, or a claim of it, requests, as a quantity. */
export function requestedStorage(claim: Readonly<Record<string, unknown>>): string | undefined {
  const storage = fieldAt(claim, 'spec.resources.requests.storage');
  return typeof storage === 'string' || typeof storage === 'number' ? String(storage) : undefined;
}
