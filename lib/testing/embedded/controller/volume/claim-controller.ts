// In: claims, volumes, storage classes and pods. Out: claims that are bound to volumes, expansions, and the end of claims that no pod
// uses. Started by the embedded cluster.

import type { JsonObject } from '../../../../api/index.ts';
import {
  annotationsOf,
  isDeleting,
  labelSelection,
  labelsOf,
  metadataText,
  objectKeyText,
  withMetadata,
  withoutFinalizer,
} from '../../../../built-in/index.ts';
import { fieldAt, fieldsAt, quantityBillionths, textAt } from '../../../../schema/index.ts';
import { claims, persistentVolumes, pods, storageClasses } from '../../collection.ts';
import { claimNames, isPodEnded } from '../../pod.ts';
import { defaultClassAnnotation, defaultClassName, isProvisioned } from '../../storage-class.ts';
import type { ObjectStorage, StoredChange } from '../../store/object-storage.ts';
import { ValueIndex } from '../../store/value-index.ts';
import type { ClusterAccess } from '../cluster-access.ts';
import { type ClusterController, presentKey } from '../cluster-controller.ts';
import { storedReference } from '../component-events.ts';
import { selectedNode } from '../node/scheduler.ts';

const protection = 'kubernetes.io/pvc-protection';
const bound = 'pv.kubernetes.io/bind-completed';
const boundByController = 'pv.kubernetes.io/bound-by-controller';
const storagePath = 'spec.resources.requests';

/** Binds claims to volumes, which it makes if their class has a provisioner. */
export class ClaimController implements ClusterController {
  readonly name = 'claim';
  readonly triggers = {
    [claims]: presentKey,
    [persistentVolumes]: ({ object }: StoredChange) => (isFree(object) ? this.#pending : claimOf(object)),
    [storageClasses]: () => this.#pending,
    [pods]: ({ object, previous, type }: StoredChange) => {
      const isChange = type === 'DELETED' || isPodEnded(object) !== (previous !== undefined && isPodEnded(previous));
      return isChange ? claimKeys(object) : [];
    },
  };
  readonly #access: ClusterAccess;
  readonly #users: ValueIndex;
  /** The volumes by the uid or the key of the claim that they are for; the free ones by class. */
  readonly #volumes: ValueIndex;
  readonly #pending = new Set<string>();

  constructor(access: ClusterAccess, store: ObjectStorage) {
    this.#access = access;
    this.#users = new ValueIndex(store, pods, (pod) => (isPodEnded(pod) ? [] : claimKeys(pod)));
    this.#volumes = new ValueIndex(store, persistentVolumes, (volume) => {
      if (isFree(volume)) return [freeIn(textAt(volume, 'spec.storageClassName'))];
      const holder = textAt(volume, 'spec.claimRef.uid');
      return holder === '' ? claimOf(volume) : [holder];
    });
  }

  readonly reconcile = async (key: string): Promise<undefined> => {
    this.#pending.delete(key);
    const claim = this.#access.get(claims, key);
    if (claim === undefined) return;
    if (isDeleting(claim)) {
      await this.#end(key, claim);
      return;
    }
    const prepared = await this.#withClass(claim);
    if (prepared === undefined) return;
    const volume = await this.#volume(prepared);
    if (volume === undefined) this.#pending.add(key);
    else await this.#bind(prepared, volume);
  };

  /** Claims stay while pods use them. */
  async #end(key: string, claim: JsonObject): Promise<void> {
    if (this.#users.count(key) > 0) return;
    await this.#access.update(claims, claim, (live) => withoutFinalizer(live, protection));
  }

  async #withClass(claim: JsonObject): Promise<JsonObject | undefined> {
    return await this.#access.update(claims, claim, (live) => {
      const storageClassName = defaultClassName(this.#access.list(storageClasses));
      if (fieldAt(live, 'spec.storageClassName') !== undefined || storageClassName === undefined) return live;
      return { ...live, spec: { ...fieldsAt(live, 'spec'), storageClassName } };
    });
  }

  /** Returns the volume of a claim; a new one if its class has a provisioner. */
  async #volume(claim: JsonObject): Promise<JsonObject | undefined> {
    const named = textAt(claim, 'spec.volumeName');
    if (named !== '') {
      const volume = this.#access.get(persistentVolumes, named);
      const isBound = volume !== undefined && isFor(volume, claim);
      return isBound || (volume !== undefined && isFree(volume) && satisfies(volume, claim)) ? volume : undefined;
    }
    const storageClass = this.#access.get(storageClasses, textAt(claim, 'spec.storageClassName'));
    const isAwaited =
      storageClass?.volumeBindingMode === 'WaitForFirstConsumer' && annotationsOf(claim)[selectedNode] === undefined;
    if (isAwaited) return undefined;
    const present = this.#fittingVolume(claim);
    if (present !== undefined || storageClass === undefined || !isProvisioned(storageClass)) return present;
    return await this.#provision(claim, storageClass);
  }

  /** Returns the smallest volume for a claim: one that is meant for it, or a free one. */
  #fittingVolume(claim: JsonObject): JsonObject | undefined {
    const storageClass = textAt(claim, 'spec.storageClassName');
    const isSelected = labelSelection(fieldAt(claim, 'spec.selector') ?? {}).matches;
    const meant = [...this.#volumes.at(objectKeyText(claim)), ...this.#volumes.at(metadataText(claim, 'uid'))];
    const free = [...this.#volumes.at(freeIn(storageClass))].filter((volume) => isSelected(labelsOf(volume)));
    return [...meant, ...free]
      .filter((volume) => !isDeleting(volume) && satisfies(volume, claim))
      .toSorted((one, other) => {
        const difference = size(fieldsAt(one, 'spec.capacity')) - size(fieldsAt(other, 'spec.capacity'));
        return difference < 0n ? -1 : difference > 0n ? 1 : 0;
      })[0];
  }

  async #provision(claim: JsonObject, storageClass: JsonObject): Promise<JsonObject> {
    const name = `pvc-${metadataText(claim, 'uid')}`;
    const present = this.#access.get(persistentVolumes, name);
    if (present !== undefined) return present;
    return await this.#access.create(persistentVolumes, {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: {
        name,
        annotations: { 'pv.kubernetes.io/provisioned-by': textAt(storageClass, 'provisioner') },
        finalizers: ['kubernetes.io/pv-protection'],
      },
      spec: {
        accessModes: accessModes(claim),
        capacity: fieldsAt(claim, storagePath),
        claimRef: storedReference(claim),
        hostPath: { path: '/nowhere' },
        persistentVolumeReclaimPolicy: textAt(storageClass, 'reclaimPolicy') || 'Delete',
        storageClassName: metadataText(storageClass, 'name'),
        volumeMode: textAt(claim, 'spec.volumeMode') || 'Filesystem',
      },
    });
  }

  async #bind(claim: JsonObject, volume: JsonObject): Promise<void> {
    const taken = await this.#access.update(persistentVolumes, volume, (live) =>
      textAt(live, 'spec.claimRef.uid') === '' && (isFree(live) || isFor(live, claim))
        ? {
            ...withMetadata(live, { annotations: { ...annotationsOf(live), [boundByController]: 'yes' } }),
            spec: { ...fieldsAt(live, 'spec'), claimRef: storedReference(claim) },
          }
        : live,
    );
    if (taken === undefined || !isFor(taken, claim)) {
      this.#pending.add(objectKeyText(claim));
      return;
    }
    const capacity = await this.#expand(claim, volume);
    const live = await this.#access.update(claims, claim, (present) =>
      textAt(present, 'spec.volumeName') === metadataText(volume, 'name') && annotationsOf(present)[bound] === 'yes'
        ? present
        : {
            ...withMetadata(present, {
              annotations: { ...annotationsOf(present), [bound]: 'yes', [boundByController]: 'yes' },
            }),
            spec: { ...fieldsAt(present, 'spec'), volumeName: metadataText(volume, 'name') },
          },
    );
    if (live === undefined) return;
    await this.#access.updateStatus(claims, live, { phase: 'Bound', accessModes: accessModes(volume), capacity });
    await this.#access.updateStatus(persistentVolumes, volume, { ...fieldsAt(volume, 'status'), phase: 'Bound' });
  }

  /** Returns the capacity of a volume after an expansion that its class allows. */
  async #expand(claim: JsonObject, volume: JsonObject): Promise<JsonObject> {
    const [wanted, present] = [fieldsAt(claim, storagePath), fieldsAt(volume, 'spec.capacity')];
    const storageClass = this.#access.get(storageClasses, textAt(claim, 'spec.storageClassName'));
    if (size(wanted) <= size(present) || storageClass?.allowVolumeExpansion !== true) return present;
    await this.#access.update(persistentVolumes, volume, (live) => ({
      ...live,
      spec: { ...fieldsAt(live, 'spec'), capacity: wanted },
    }));
    return wanted;
  }
}

function size(capacity: JsonObject): bigint {
  return quantityBillionths(textAt(capacity, 'storage')) ?? 0n;
}

function accessModes(object: JsonObject): readonly string[] {
  const modes = fieldAt(object, 'spec.accessModes');
  return Array.isArray(modes) ? modes.filter((mode): mode is string => typeof mode === 'string') : [];
}

function claimOf(volume: JsonObject): readonly string[] {
  const name = textAt(volume, 'spec.claimRef.name');
  return name === '' ? [] : [`${textAt(volume, 'spec.claimRef.namespace')}/${name}`];
}

/** Returns true if a volume is meant for a claim, or bound to it: not to one of the same name that was deleted. */
function isFor(volume: JsonObject, claim: JsonObject): boolean {
  const uid = textAt(volume, 'spec.claimRef.uid');
  return claimOf(volume)[0] === objectKeyText(claim) && (uid === '' || uid === metadataText(claim, 'uid'));
}

/** Returns true if a volume has the class, the mode, the access modes and the size that a claim requests. */
function satisfies(volume: JsonObject, claim: JsonObject): boolean {
  const modeOf = (object: JsonObject) => textAt(object, 'spec.volumeMode') || 'Filesystem';
  return (
    textAt(volume, 'spec.storageClassName') === textAt(claim, 'spec.storageClassName') &&
    modeOf(volume) === modeOf(claim) &&
    accessModes(claim).every((mode) => accessModes(volume).includes(mode)) &&
    size(fieldsAt(volume, 'spec.capacity')) >= size(fieldsAt(claim, storagePath))
  );
}

function isFree(volume: JsonObject): boolean {
  return fieldAt(volume, 'spec.claimRef') === undefined;
}

/** Returns the text under which the free volumes of a class are found; no claim has such a key. */
function freeIn(storageClass: string): string {
  return `free in ${storageClass}`;
}

function claimKeys(pod: JsonObject): readonly string[] {
  return claimNames(pod).map((name) => `${metadataText(pod, 'namespace')}/${name}`);
}

/** Creates the default storage class. Its volumes store nothing. */
export async function createDefaultClass(access: ClusterAccess): Promise<void> {
  await access.create(storageClasses, {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name: 'standard', annotations: { [defaultClassAnnotation]: 'true' } },
    provisioner: 'operand.invalid/volumes',
    reclaimPolicy: 'Delete',
    allowVolumeExpansion: true,
    volumeBindingMode: 'Immediate',
  });
}
