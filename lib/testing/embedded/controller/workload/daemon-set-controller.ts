// In: DaemonSets, their pods and nodes. Out: a pod on each node that fits. Started by the embedded cluster.

import type { JsonObject } from '../../../../api/index.ts';
import {
  annotationsOf,
  isDeleting,
  labelsOf,
  metadataFields,
  metadataText,
  objectKeyText,
  omittedIfZero,
  withMetadata,
} from '../../../../built-in/index.ts';
import { fieldAt, fieldsAt, objectsAt, textAt } from '../../../../schema/index.ts';
import { daemonSets, nodes, pods } from '../../collection.ts';
import { isPodEnded, isPodReady } from '../../pod.ts';
import type { ObjectStorage, StoredChange } from '../../store/object-storage.ts';
import type { ClusterAccess } from '../cluster-access.ts';
import { type ClusterController, presentKey } from '../cluster-controller.ts';
import { SelectorIndex } from '../index/selector-index.ts';
import { fitsNode, isNodeSelected } from '../node/node-fit.ts';
import { scaledValue } from '../scaled-value.ts';
import { createPod, deletePod, isPodAvailable, nextAvailableMs } from './controlled-pod.ts';
import { removeRevisions, revisionLabel, synchronizeRevisions } from './controller-revision.ts';
import { claimObjects, type OwnedCollections, ownerKeys } from './owned-objects.ts';
import { templatePod } from './template-pod.ts';

/** The taints that all pods of DaemonSets tolerate. */
const tolerated = [
  ['not-ready', 'NoExecute'],
  ['unreachable', 'NoExecute'],
  ['disk-pressure', 'NoSchedule'],
  ['memory-pressure', 'NoSchedule'],
  ['pid-pressure', 'NoSchedule'],
  ['unschedulable', 'NoSchedule'],
] as const;

/** Keeps one pod of each DaemonSet on each node. */
export class DaemonSetController implements ClusterController {
  readonly name = 'daemonset';
  readonly triggers = {
    [daemonSets]: presentKey,
    [pods]: (change: StoredChange) => ownerKeys(change, 'DaemonSet', this.#selectors),
    [nodes]: ({ type, object, previous }: StoredChange) => (isPlaceChanged(type, object, previous) ? this.#keys() : []),
  };
  readonly #access: ClusterAccess;
  readonly #owned: OwnedCollections;
  readonly #selectors: SelectorIndex;

  constructor(access: ClusterAccess, owned: OwnedCollections, store: ObjectStorage) {
    this.#access = access;
    this.#owned = owned;
    this.#selectors = new SelectorIndex(store, daemonSets);
  }

  readonly reconcile = async (key: string): Promise<number | undefined> => {
    const set = this.#access.get(daemonSets, key);
    if (set === undefined) return undefined;
    await claimObjects(this.#access, set, this.#owned.pods);
    const { latest, all } = await synchronizeRevisions(this.#access, set, this.#owned.revisions, revisionLabel);
    const hash = labelsOf(latest)[revisionLabel] ?? '';
    const present = this.#owned.pods.index.controlledBy(metadataText(set, 'uid'));
    if (!isDeleting(set)) {
      await this.#place(set, present, hash);
      await this.#update(set, hash);
    }
    const used = new Set(present.map((pod) => labelsOf(pod)[revisionLabel] ?? ''));
    const live = all.filter((revision) => used.has(labelsOf(revision)[revisionLabel] ?? '')).concat(latest);
    await removeRevisions(this.#access, set, all, new Set(live.map((revision) => metadataText(revision, 'name'))));
    return await this.#report(set, hash);
  };

  #keys(): readonly string[] {
    return this.#access.list(daemonSets).map((set) => objectKeyText(set));
  }

  /** Creates missing pods, and deletes those of other nodes and those that have ended. */
  async #place(set: JsonObject, present: readonly JsonObject[], hash: string): Promise<void> {
    const byNode = Map.groupBy(present, nodeOf);
    for (const node of this.#access.list(nodes)) {
      const name = metadataText(node, 'name');
      const found = byNode.get(name) ?? [];
      byNode.delete(name);
      const plan = daemonPod(set, name, hash);
      const ended = found.filter((pod) => isPodEnded(pod) && !isDeleting(pod));
      for (const pod of ended) await this.#delete(set, pod);
      if (!isNodeSelected(plan, node)) for (const pod of found) await this.#delete(set, pod);
      else if (found.length === 0 && fitsNode(plan, node)) await createPod(this.#access, set, plan);
    }
    for (const pods of byNode.values()) for (const pod of pods) await this.#delete(set, pod);
  }

  async #delete(set: JsonObject, pod: JsonObject): Promise<void> {
    if (!isDeleting(pod)) await deletePod(this.#access, set, pod);
  }

  /** Deletes pods of older templates, as many at a time as may be unavailable. */
  async #update(set: JsonObject, hash: string): Promise<void> {
    if (textAt(set, 'spec.updateStrategy.type') === 'OnDelete') return;
    const present = this.#owned.pods.index.controlledBy(metadataText(set, 'uid'));
    const limit = fieldAt(set, 'spec.updateStrategy.rollingUpdate.maxUnavailable') ?? 1;
    const desired = this.#desired(set).length;
    const most = Math.max(1, scaledValue(limit, desired, 'up', '100%'));
    const onNode = new Set(present.map(nodeOf));
    const missing = this.#desired(set).filter((node) => !onNode.has(metadataText(node, 'name'))).length;
    let unavailable = missing + present.filter((pod) => isDeleting(pod) || !this.#isAvailable(set, pod)).length;
    for (const pod of present) {
      if (labelsOf(pod)[revisionLabel] === hash || isDeleting(pod)) continue;
      const isMissing = !this.#isAvailable(set, pod);
      if (!isMissing && unavailable >= most) continue;
      await this.#delete(set, pod);
      if (!isMissing) unavailable += 1;
    }
  }

  #desired(set: JsonObject): readonly JsonObject[] {
    return this.#access.list(nodes).filter((node) => fitsNode(daemonPod(set, metadataText(node, 'name'), ''), node));
  }

  #isAvailable(set: JsonObject, pod: JsonObject): boolean {
    return isPodAvailable(set, pod, this.#access.nowMs);
  }

  async #report(set: JsonObject, hash: string): Promise<number | undefined> {
    const present = this.#owned.pods.index.controlledBy(metadataText(set, 'uid'));
    const desired = new Set(this.#desired(set).map((node) => metadataText(node, 'name')));
    const placed = present.filter((pod) => desired.has(nodeOf(pod)));
    const available = placed.filter((pod) => this.#isAvailable(set, pod)).length;
    await this.#access.updateStatus(daemonSets, set, {
      currentNumberScheduled: new Set(placed.map(nodeOf)).size,
      numberMisscheduled: present.length - placed.length,
      desiredNumberScheduled: desired.size,
      numberReady: placed.filter(isPodReady).length,
      observedGeneration: metadataFields(set).generation,
      updatedNumberScheduled: omittedIfZero(placed.filter((pod) => labelsOf(pod)[revisionLabel] === hash).length),
      numberAvailable: omittedIfZero(available),
      numberUnavailable: omittedIfZero(desired.size - available),
      collisionCount: fieldAt(set, 'status.collisionCount'),
      conditions: fieldAt(set, 'status.conditions'),
    });
    return nextAvailableMs(set, placed, this.#access.nowMs);
  }
}

function daemonPod(set: JsonObject, node: string, hash: string): JsonObject {
  const pod = templatePod(set, fieldsAt(set, 'spec.template'));
  const generation = annotationsOf(set)['deprecated.daemonset.template.generation'];
  const labels = {
    ...labelsOf(pod),
    [revisionLabel]: hash,
    ...(generation !== undefined && { 'pod-template-generation': generation }),
  };
  const spec = fieldsAt(pod, 'spec');
  const term = { matchFields: [{ key: 'metadata.name', operator: 'In', values: [node] }] };
  const path = 'affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms';
  const terms = objectsAt(spec, path);
  const nodeSelectorTerms = terms.length === 0 ? [term] : terms.map((each) => ({ ...each, ...term }));
  const affinity = {
    ...fieldsAt(spec, 'affinity'),
    nodeAffinity: {
      ...fieldsAt(spec, 'affinity.nodeAffinity'),
      requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms },
    },
  };
  const own = tolerated.map(([name, effect]) => ({ key: `node.kubernetes.io/${name}`, operator: 'Exists', effect }));
  const network = { key: 'node.kubernetes.io/network-unavailable', operator: 'Exists', effect: 'NoSchedule' };
  const tolerations = [...objectsAt(spec, 'tolerations'), ...own, ...(spec.hostNetwork === true ? [network] : [])];
  return { ...withMetadata(pod, { labels }), spec: { ...spec, affinity, tolerations } };
}

/** The node of a pod, or the one that it is made for. */
function nodeOf(pod: JsonObject): string {
  const name = textAt(pod, 'spec.nodeName');
  if (name !== '') return name;
  const path = 'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms';
  const [term] = objectsAt(pod, path);
  const [field] = objectsAt(term, 'matchFields');
  const values = fieldAt(field, 'values');
  return Array.isArray(values) ? String(values[0]) : '';
}

/** Heartbeats of nodes don't concern DaemonSets. */
function isPlaceChanged(type: StoredChange['type'], node: JsonObject, before: JsonObject | undefined): boolean {
  if (type !== 'MODIFIED' || before === undefined) return true;
  const place = (each: JsonObject) => JSON.stringify([labelsOf(each), each.spec]);
  return place(node) !== place(before);
}
