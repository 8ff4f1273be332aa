import type { JsonObject } from '../../../../../api/index.ts';
import { labelsOf, metadataText, withMetadata } from '../../../../../built-in/index.ts';
import { fieldsAt, numberAt, objectsAt, scalarText, textAt } from '../../../../../schema/index.ts';
import { revisedPod } from '../controller-revision.ts';
import { templatePod } from '../template-pod.ts';

/** Returns the number at the end of a pod's name; undefined if the pod doesn't have a name of the set. */
export function ordinalOf(set: JsonObject, pod: JsonObject): number | undefined {
  const name = metadataText(pod, 'name');
  const prefix = `${metadataText(set, 'name')}-`;
  const ordinal = name.startsWith(prefix) ? name.slice(prefix.length) : '';
  return /^(?:0|[1-9]\d{0,8})$/.test(ordinal) ? Number(ordinal) : undefined;
}

/** The first number of a set's pods. */
export function firstOrdinal(set: JsonObject): number {
  return numberAt(set, 'spec.ordinals.start') ?? 0;
}

/** Returns a pod with the identity that its number gives it. @param set - with the template of the revision */
export function statefulPod(set: JsonObject, ordinal: number, revision: string): JsonObject {
  const setName = metadataText(set, 'name');
  const name = `${setName}-${ordinal}`;
  const pod = revisedPod(templatePod(set, fieldsAt(set, 'spec.template')), revision);
  const labels = {
    ...labelsOf(pod),
    'statefulset.kubernetes.io/pod-name': name,
    'apps.kubernetes.io/pod-index': String(ordinal),
  };
  const templates = objectsAt(set, 'spec.volumeClaimTemplates');
  const names = new Set(templates.map((template) => metadataText(template, 'name')));
  const volumes = [
    ...templates.map((template) => ({
      name: metadataText(template, 'name'),
      persistentVolumeClaim: { claimName: claimName(set, template, ordinal) },
    })),
    ...objectsAt(pod, 'spec.volumes').filter((volume) => !names.has(scalarText(volume.name))),
  ];
  const subdomain = textAt(set, 'spec.serviceName');
  const spec = {
    ...fieldsAt(pod, 'spec'),
    hostname: name,
    ...(subdomain !== '' && { subdomain }),
    ...(volumes.length > 0 && { volumes }),
  };
  return { ...withMetadata(pod, { name, labels }), spec };
}

/** Returns the claims of a pod of a set. */
export function statefulClaims(set: JsonObject, ordinal: number): readonly JsonObject[] {
  const selected = fieldsAt(set, 'spec.selector.matchLabels');
  return objectsAt(set, 'spec.volumeClaimTemplates').map((template) => ({
    ...withMetadata(template, {
      name: claimName(set, template, ordinal),
      namespace: metadataText(set, 'namespace'),
      labels: { ...labelsOf(template), ...selected },
    }),
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
  }));
}

function claimName(set: JsonObject, template: JsonObject, ordinal: number): string {
  return `${metadataText(template, 'name')}-${metadataText(set, 'name')}-${ordinal}`;
}
