import {
  type GroupVersionKind,
  groupVersionKind,
  isJsonObject,
  type Kind,
  type KubernetesObject,
} from '../../api/index.ts';

/** The kind of volume claims. */
export const claimKind: Kind = {
  group: '',
  version: 'v1',
  kind: 'PersistentVolumeClaim',
  plural: 'persistentvolumeclaims',
  scope: 'Namespaced',
};

/** Whether a kind is that of StatefulSets, whose pods have volume claims of their own. */
export function isStatefulSet({ group, version, kind }: GroupVersionKind): boolean {
  return kind === 'StatefulSet' && version === 'v1' && group === 'apps';
}

/** Whether an object is a StatefulSet that takes the volume claims of its pods along when it is deleted. */
export function deletesItsClaims(object: KubernetesObject): boolean {
  if (!isStatefulSet(groupVersionKind(object)) || !isJsonObject(object.spec)) return false;
  const { persistentVolumeClaimRetentionPolicy: retention } = object.spec;
  return isJsonObject(retention) && retention.whenDeleted === 'Delete';
}

/** What a StatefulSet asks for each of its pods. */
export interface ClaimTemplate {
  readonly name: string;
  /** A quantity; undefined if none is asked for. */
  readonly storage: string | undefined;
}

/** The claim templates of a StatefulSet; none of anything else. */
export function claimTemplates({ spec }: KubernetesObject): ClaimTemplate[] {
  const templates = isJsonObject(spec) ? spec.volumeClaimTemplates : undefined;
  if (!Array.isArray(templates)) return [];
  return templates.filter(isJsonObject).flatMap((template) => {
    const { name } = isJsonObject(template.metadata) ? template.metadata : {};
    return typeof name === 'string' ? [{ name, storage: requestedStorage(template) }] : [];
  });
}

/** The storage that a volume claim, or a template of one, asks for: a quantity. */
export function requestedStorage({ spec }: Readonly<Record<string, unknown>>): string | undefined {
  const resources = isJsonObject(spec) ? spec.resources : undefined;
  const requests = isJsonObject(resources) ? resources.requests : undefined;
  const storage = isJsonObject(requests) ? requests.storage : undefined;
  return typeof storage === 'string' || typeof storage === 'number' ? String(storage) : undefined;
}
