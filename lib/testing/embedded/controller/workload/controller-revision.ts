// In: an object with a template of pods. Out: the ControllerRevisions of its templates. Called by the controllers of StatefulSets and
// DaemonSets.

import { isSameJson, type JsonObject } from '../../../../api/index.ts';
import {
  annotationsOf,
  controllerReference,
  labelsOf,
  metadataText,
  withMetadata,
} from '../../../../built-in/index.ts';
import { canonicalJson, fieldAt, fieldsAt, numberAt, withFields } from '../../../../schema/index.ts';
import { controllerRevisions } from '../../collection.ts';
import type { ClusterAccess } from '../cluster-access.ts';
import { claimObjects, type OwnedCollection } from './owned-objects.ts';
import { fnv, safeHash } from './safe-hash.ts';

/** The label that names the template of a pod. */
export const revisionLabel = 'controller-revision-hash';

/** The revisions of an object, the oldest first. */
export interface Revisions {
  /** That of the present template. */
  readonly latest: JsonObject;
  readonly all: readonly JsonObject[];
}

/** Returns the revisions of an object, after one has been created for its present template. */
export async function synchronizeRevisions(
  access: ClusterAccess,
  owner: JsonObject,
  owned: OwnedCollection,
  hashLabel = 'controller.kubernetes.io/hash',
): Promise<Revisions> {
  const known = (await claimObjects(access, owner, owned)).toSorted(byRevision);
  const data = templateData(owner);
  const equal = known.findLast((revision) => isSameJson(revision.data, data));
  const others = known.filter((revision) => revision !== equal);
  const number = (numberAt(known.at(-1), 'revision') ?? 0) + 1;
  if (equal === undefined) {
    const latest = await access.create(controllerRevisions, newRevision(owner, { data, number, hashLabel }));
    return { latest, all: [...others, latest] };
  }
  if (equal === known.at(-1)) return { latest: equal, all: known };
  const renumbered = await access.update(controllerRevisions, equal, (live) => ({ ...live, revision: number }));
  const latest = renumbered ?? equal;
  return { latest, all: [...others, latest] };
}

function byRevision(one: JsonObject, other: JsonObject): number {
  return (numberAt(one, 'revision') ?? 0) - (numberAt(other, 'revision') ?? 0);
}

/** The template as a strategic merge patch. */
function templateData(owner: JsonObject): JsonObject {
  return { spec: { template: { ...fieldsAt(owner, 'spec.template'), $patch: 'replace' } } };
}

function newRevision(
  owner: JsonObject,
  { data, number, hashLabel }: { readonly data: JsonObject; readonly number: number; readonly hashLabel: string },
): JsonObject {
  const collisions = numberAt(owner, 'status.collisionCount') ?? 0;
  const hash = safeHash(fnv(canonicalJson(data), String(collisions)));
  return {
    apiVersion: 'apps/v1',
    kind: 'ControllerRevision',
    metadata: {
      name: `${metadataText(owner, 'name')}-${hash}`,
      namespace: metadataText(owner, 'namespace'),
      labels: { ...labelsOf(fieldsAt(owner, 'spec.template')), [hashLabel]: hash },
      annotations: annotationsOf(owner),
      ownerReferences: [controllerReference(owner)],
    },
    data,
    revision: number,
  };
}

/** Returns an object with the template of a revision. */
export function withRevision(owner: JsonObject, revision: JsonObject): JsonObject {
  const template = withFields(fieldsAt(revision, 'data.spec.template'), { $patch: undefined });
  return { ...owner, spec: { ...fieldsAt(owner, 'spec'), template } };
}

/** Deletes the oldest revisions beyond the limit of the history that no pod and no status names. */
export async function removeRevisions(
  access: ClusterAccess,
  owner: JsonObject,
  revisions: readonly JsonObject[],
  live: ReadonlySet<string>,
): Promise<void> {
  const limit = numberAt(owner, 'spec.revisionHistoryLimit') ?? 10;
  const history = revisions.filter((revision) => !live.has(metadataText(revision, 'name')));
  for (const revision of history.slice(0, Math.max(0, history.length - limit))) {
    await access.remove(controllerRevisions, revision);
  }
}

/** Returns the name of the revision of a pod. */
export function podRevision(pod: JsonObject): string {
  return labelsOf(pod)[revisionLabel] ?? '';
}

/** Returns a pod with the label of its revision. */
export function revisedPod(pod: JsonObject, revision: string): JsonObject {
  return withMetadata(pod, { labels: { ...fieldsAt(fieldAt(pod, 'metadata'), 'labels'), [revisionLabel]: revision } });
}
