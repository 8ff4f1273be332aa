// In: a Deployment and its ReplicaSets. Out: the ReplicaSet of its template, with the annotations that count revisions. Called by
// rollouts.

import { isSameJson, type JsonObject } from '../../../../../api/index.ts';
import {
  annotationsOf,
  byAge,
  controllerReference,
  labelsOf,
  metadataText,
  withMetadata,
} from '../../../../../built-in/index.ts';
import { canonicalJson, fieldsAt, numberAt, withFields } from '../../../../../schema/index.ts';
import { lastAppliedAnnotation } from '../../../apply/kubectl-apply.ts';
import { fnvA, safeHash } from '../safe-hash.ts';
import { type RolloutLimits, rolloutLimits } from './rollout-limit.ts';

const prefix = 'deployment.kubernetes.io/';

/** The annotations that Deployments and their ReplicaSets have. */
export const annotationNames = {
  revision: `${prefix}revision`,
  history: `${prefix}revision-history`,
  desired: `${prefix}desired-replicas`,
  most: `${prefix}max-replicas`,
} as const;

const notCopied: ReadonlySet<string> = new Set([
  ...Object.values(annotationNames),
  lastAppliedAnnotation,
  'deprecated.deployment.rollback.to',
]);

/** The label that all pods of one template share. */
const hashLabel = 'pod-template-hash';

/** Returns the revision of a Deployment or a ReplicaSet; 0 if it has none. */
export function revisionOf(object: JsonObject): number {
  const revision = Number(annotationsOf(object)[annotationNames.revision] ?? 0);
  return Number.isInteger(revision) ? revision : 0;
}

/** Returns the oldest ReplicaSet with the template of a Deployment. */
export function currentSet(deployment: JsonObject, sets: readonly JsonObject[]): JsonObject | undefined {
  const template = fieldsAt(deployment, 'spec.template');
  return sets
    .toSorted(byAge)
    .find((set) => isSameJson(withoutHash(fieldsAt(set, 'spec.template')), withoutHash(template)));
}

function withoutHash(template: JsonObject): JsonObject {
  const labels = Object.fromEntries(Object.entries(labelsOf(template)).filter(([name]) => name !== hashLabel));
  return withMetadata(template, { labels, creationTimestamp: undefined });
}

/**
 * Returns a new ReplicaSet for the template of a Deployment, without pods. The hash in its name is made of JSON; Kubernetes makes
 * it of Go's text of a struct.
 */
export function newSet(deployment: JsonObject, revision: number): JsonObject {
  const name = metadataText(deployment, 'name');
  const template = fieldsAt(deployment, 'spec.template');
  const collisions = numberAt(deployment, 'status.collisionCount');
  const hash = safeHash(fnvA(`${canonicalJson(template)}${collisions ?? ''}`));
  const labels = { ...labelsOf(template), [hashLabel]: hash };
  const selector = fieldsAt(deployment, 'spec.selector');
  const minReadySeconds = numberAt(deployment, 'spec.minReadySeconds');
  return {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: {
      name: `${name}-${hash}`,
      namespace: metadataText(deployment, 'namespace'),
      labels,
      annotations: {
        ...copiedAnnotations(deployment),
        [annotationNames.revision]: String(revision),
        ...replicaAnnotations(rolloutLimits(deployment)),
      },
      ownerReferences: [controllerReference(deployment)],
    },
    spec: withFields(
      {
        replicas: 0,
        selector: { ...selector, matchLabels: { ...fieldsAt(selector, 'matchLabels'), [hashLabel]: hash } },
        template: withMetadata(template, { labels }),
      },
      { minReadySeconds: minReadySeconds === 0 ? undefined : minReadySeconds },
    ),
  };
}

/** Returns the current ReplicaSet with the annotations of its Deployment, and with the latest revision. */
export function revisedSet(deployment: JsonObject, set: JsonObject, revision: number): JsonObject {
  const present = annotationsOf(set);
  const before = revisionOf(set);
  const history = [present[annotationNames.history], String(before)].filter(
    (each) => each !== undefined && each !== '',
  );
  const revised =
    before < revision
      ? {
          [annotationNames.revision]: String(revision),
          ...(before > 0 && { [annotationNames.history]: history.join(',') }),
        }
      : {};
  const copied = copiedAnnotations(deployment);
  const minReadySeconds = numberAt(deployment, 'spec.minReadySeconds') ?? 0;
  const isSlower = (numberAt(set, 'spec.minReadySeconds') ?? 0) !== minReadySeconds;
  const annotated = withMetadata(set, { annotations: { ...present, ...copied, ...revised } });
  return isSlower ? { ...annotated, spec: { ...fieldsAt(set, 'spec'), minReadySeconds } } : annotated;
}

/** Returns the annotations with the numbers of pods by which the ReplicaSets are scaled in proportion. */
export function replicaAnnotations({ replicas, maxSurge }: RolloutLimits): Readonly<Record<string, string>> {
  return { [annotationNames.desired]: String(replicas), [annotationNames.most]: String(replicas + maxSurge) };
}

function copiedAnnotations(deployment: JsonObject): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(annotationsOf(deployment)).filter(([name]) => !notCopied.has(name)));
}
