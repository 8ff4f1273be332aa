// In: claims of the default storage class, and volumes. Out: a volume for each claim that a pod waits for; it is
// expanded and removed with its claim. Called by the program beside this file.

import { chmod, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kind, type KubernetesObject, knownKind, type StoredObject } from '../../../api/index.ts';
import { type Client, isAlreadyExists, isConflict, isNotFound } from '../../../client/index.ts';
import { type Clock, timestamp } from '../../../clock/index.ts';
import { requestedStorage } from '../../../constructs/index.ts';
import { textAt } from '../../../schema/index.ts';
import { storageClass } from '../../control-plane/storage-class.ts';
import { refusalOf, volumeFor, volumeName } from './volume.ts';

const claims = knownKind('v1', 'PersistentVolumeClaim');
const volumes = knownKind('v1', 'PersistentVolume');
const events = knownKind('v1', 'Event');

/** Delay between the end of a watch and the next one. */
const pauseMs = 200;

/**
 * Creates, expands and removes volumes, as the controller of a storage driver would. Their sizes are reported, not
 * enforced.
 *
 * An expansion has the steps of a real one. The volume grows first, and the claim reports that its file system is about
 * to; then the kubelet of the node that mounts it reports the new size.
 */
export class VolumeProvisioner {
  readonly #client: Client;
  readonly #clock: Clock;
  readonly #directory: string;

  /** @param directory - in which each volume is a directory */
  constructor(client: Client, clock: Clock, directory: string) {
    this.#client = client;
    this.#clock = clock;
    this.#directory = directory;
  }

  /** Runs until `signal` aborts, also while the API server is away. */
  async run(signal: AbortSignal): Promise<void> {
    await Promise.all([
      this.#watch(claims, (claim) => this.#claimed(claim), signal),
      this.#watch(volumes, (volume) => this.#changed(volume), signal),
    ]);
  }

  async #watch(kind: Kind, handle: (object: StoredObject) => Promise<void>, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        // Each stream begins with all objects, so a failed one is tried again.
        for await (const event of this.#client.watch(kind, { resourceVersion: undefined, signal })) {
          if (event.type === 'ADDED' || event.type === 'MODIFIED') await handle(event.object);
        }
      } catch (error) {
        if (!signal.aborted) process.stderr.write(`${String(error)}\n`);
      }
      await this.#clock.sleep(pauseMs, signal);
    }
  }

  async #claimed(claim: StoredObject): Promise<void> {
    const { annotations = {}, deletionTimestamp } = claim.metadata;
    if (textAt(claim, 'spec.storageClassName') !== storageClass.name || deletionTimestamp !== undefined) return;
    const capacity = textAt(claim, 'status.capacity.storage');
    if (textAt(claim, 'spec.volumeName') === '') {
      // The scheduler sets this annotation when a pod needs the volume.
      if (annotations['volume.kubernetes.io/selected-node'] === undefined) return;
      if (textAt(claim, 'spec.volumeMode') === 'Block')
        await this.#create(events, refusalOf(claim, timestamp(this.#clock.now())));
      else await this.#provide(claim);
    } else if (capacity !== '' && capacity !== requestedStorage(claim)) await this.#enlarge(claim);
  }

  async #provide(claim: StoredObject): Promise<void> {
    const path = join(this.#directory, volumeName(claim));
    await mkdir(path, { recursive: true });
    // Owned by root, like a new file system: a pod of another user gets access by its `fsGroup`.
    await chmod(path, 0o755);
    await this.#create(volumes, volumeFor(claim, path));
  }

  /** Creates an object, unless it exists. */
  async #create(kind: Kind, object: KubernetesObject): Promise<void> {
    try {
      await this.#client.create(kind, object);
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
    }
  }

  async #enlarge(claim: StoredObject): Promise<void> {
    const { namespace, name } = claim.metadata;
    const storage = requestedStorage(claim);
    const key = { name: volumeName(claim) };
    const present = textAt(await this.#client.get(volumes, key), 'spec.capacity.storage');
    if (storage === undefined || present === storage) return;
    const capacity = { spec: { capacity: { storage } } };
    await this.#client.patch(volumes, key, { type: 'merge', body: capacity });
    const pending = {
      type: 'FileSystemResizePending',
      status: 'True',
      lastTransitionTime: timestamp(this.#clock.now()),
      message: 'Waiting for user to (re-)start a pod to finish file system resize of volume on node.',
    };
    const change = { status: { conditions: [pending] } };
    await this.#client.patch(claims, { namespace, name }, { type: 'merge', body: change }, { subresource: 'status' });
  }

  async #changed(volume: StoredObject): Promise<void> {
    const { metadata } = volume;
    if (metadata.annotations?.['pv.kubernetes.io/provisioned-by'] !== storageClass.provisioner) return;
    const isDeleted = textAt(volume, 'spec.persistentVolumeReclaimPolicy') === 'Delete';
    if (textAt(volume, 'status.phase') !== 'Released' || !isDeleted) return;
    await rm(join(this.#directory, metadata.name), { recursive: true, force: true });
    try {
      await this.#client.delete(volumes, { name: metadata.name });
    } catch (error) {
      if (!isNotFound(error) && !isConflict(error)) throw error;
    }
  }
}
