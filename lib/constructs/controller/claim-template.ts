import {
  type GroupVersionKind,
  groupVersionKind,
  isJsonObject,
  type KubernetesObject,
  knownKind,
} from '../../api/index.ts';

/** The kind PersistentVolumeClaim. */
export const claimKind = knownKind('v1', 'PersistentVolumeClaim');

/** Returns true for StatefulSet, whose pods have volume claims of their own. */
export function isStatefulSet({ group, version, kind }: GroupVersionKind): boolean {
  return kind === 'StatefulSet' && version === 'v1' && group === 'apps';
}

/** Returns true if an object is a StatefulSet whose deletion deletes the volume claims of its pods. */
export function deletesItsClaims(object: KubernetesObject): boolean {
  if (!isStatefulSet(groupVersionKind(object)) || !isJsonObject(object.spec)) return false;
  const { persistentVolumeClaimRetentionPolicy: retention } = object.spec;
  return isJsonObject(retention) && retention.whenDeleted === 'Delete';
}

/** A volume claim template of a StatefulSet: a volume claim that each of its pods gets. */
export interface ClaimTemplate {
  readonly name: string;
  /** A quantity; undefined if the template requests none. */
  readonly storage: string | undefined;
}

/** Returns the claim templates of a StatefulSet; none for an object of another kind. */
export function claimTemplates({ spec }: KubernetesObject): ClaimTemplate[] {
  const templates = isJsonObject(spec) ? spec.volumeClaimTemplates : undefined;
  if (!Array.isArray(templates)) return [];
  return templates.filter(isJsonObject).flatMap((template) => {
    const { name } = isJsonObject(template.metadata) ? template.metadata : {};
    return typeof name === 'string' ? [{ name, storage: requestedStorage(template) }] : [];
  });
}

/** Returns the storage that a volume claim or a claim template requests, as a quantity. */
export function requestedStorage({ spec }: Readonly<Record<string, unknown>>): string | undefined {
  const resources = isJsonObject(spec) ? spec.resources : undefined;
  const requests = isJsonObject(resources) ? resources.requests : undefined;
  const storage = isJsonObject(requests) ? requests.storage : undefined;
  return typeof storage === 'string' || typeof storage === 'number' ? String(storage) : undefined;
}
