import type { ObservedMetadata } from '../../api/index.ts';

/** The identity and the state of a pod of a StatefulSet. */
export interface ServerPod {
  readonly name: string;
  /** The number at the end of the name. */
  readonly ordinal: number;
  readonly uid: string;
  readonly resourceVersion: string;
  /** The revision of the StatefulSet that the pod has. */
  readonly revision: string | undefined;
  /** True if the pod is being deleted. */
  readonly isLeaving: boolean;
}

/**
 * Returns the pods that a StatefulSet controls, by their ordinal, each with the object itself. Other pods may have the
 * same labels.
 *
 * @param pods - those of one namespace.
 * @example
 * async function deleteLast(statefulSet: string, pods: readonly Observed<typeof k8s.KubePod>[]): Promise<void> {
 *   const last = serverPods(statefulSet, pods).at(-1);
 *   if (last !== undefined) await client.delete(k8s.KubePod, { namespace: 'default', name: last.name }, { uid: last.uid });
 * }
 */
export function serverPods<Pod extends ObservedMetadata>(
  statefulSet: string,
  pods: readonly Pod[],
): readonly (ServerPod & { readonly pod: Pod })[] {
  return pods
    .flatMap((pod) => {
      const { name, uid, resourceVersion, labels, ownerReferences, deletionTimestamp } = pod.metadata;
      const owner = ownerReferences?.find(({ controller }) => controller);
      const isOwn = owner?.kind === 'StatefulSet' && owner.name === statefulSet;
      const ordinal = name.startsWith(`${statefulSet}-`) ? name.slice(statefulSet.length + 1) : '';
      if (!isOwn || !/^\d{1,9}$/.test(ordinal)) return [];
      const revision = labels?.['controller-revision-hash'];
      const isLeaving = deletionTimestamp !== undefined;
      return [{ name, ordinal: Number(ordinal), uid, resourceVersion, revision, isLeaving, pod }];
    })
    .sort((one, other) => one.ordinal - other.ordinal);
}
