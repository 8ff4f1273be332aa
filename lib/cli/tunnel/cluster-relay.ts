// In: the Deployment of an operator. Out: a Service in front of a pod of its image that runs a relay, and another pod when that
// one is lost. Created by the tunnel of `dev`.

import { randomUUID } from 'node:crypto';
import { formatObjectKey, knownKind, type ObjectKey, objectKey, type StoredObject } from '../../api/index.ts';
import { type Client, undefinedIfNotFound } from '../../client/index.ts';
import type { Clock } from '../../clock/index.ts';
import { devServicePrefix } from '../../constructs/index.ts';
import { numberAt, objectsAt, textAt } from '../../schema/index.ts';
import { Failure } from '../failure.ts';
import { relayLabel, relayPod, relayService } from './relay-pod.ts';

/** The inputs of {@link ClusterRelay}. */
export interface ClusterRelayPorts {
  readonly client: Client;
  readonly clock: Clock;
  /** The operator's Deployment, whose image the relay runs, in its namespace. */
  readonly deployment: StoredObject;
}

const [podKind, serviceKind] = [knownKind('v1', 'Pod'), knownKind('v1', 'Service')];

/** The time for a pod to start, and the pause between two reads of it. */
const [startMs, pollMs] = [60_000, 250];

/** A relay in a cluster. Its pods are deleted with its Service. */
export class ClusterRelay implements AsyncDisposable {
  /** The key of its Service. */
  readonly service: ObjectKey;
  readonly #ports: ClusterRelayPorts;
  #starting: Promise<ObjectKey> | undefined;

  constructor(ports: ClusterRelayPorts) {
    this.#ports = ports;
    const { namespace } = ports.deployment.metadata;
    this.service = { namespace, name: `${devServicePrefix}${randomUUID().slice(0, 8)}` };
  }

  /**
   * Returns the pod that listens. Starts one if there is none, and removes those that are lost.
   *
   * @throws Failure if it ends, or doesn't start in time.
   * @throws ApiError if the developer may not create pods and Services.
   */
  pod(signal: AbortSignal): Promise<ObjectKey> {
    this.#starting ??= this.#startedPod(signal).finally(() => {
      this.#starting = undefined;
    });
    return this.#starting;
  }

  async #startedPod(signal: AbortSignal): Promise<ObjectKey> {
    signal.throwIfAborted();
    const { client, deployment } = this.#ports;
    const { namespace, name } = this.service;
    // Without the signal: a write that is on its way when the developer stops would outlive the removal.
    const options = { fieldManager: 'operand-dev', force: true };
    const service = await client.apply(serviceKind, relayService(this.service), options);
    const { items } = await client.list(podKind, { namespace, labelSelector: `${relayLabel}=${name}` });
    const listening = items.find(isListening);
    if (listening !== undefined) return objectKey(listening);
    for (const lost of items) await client.delete(podKind, objectKey(lost)).catch(undefinedIfNotFound);
    const pod = objectKey(await client.create(podKind, relayPod(deployment, service, randomUUID().slice(0, 5))));
    await this.#untilListening(pod, signal);
    return pod;
  }

  async #untilListening(key: ObjectKey, signal: AbortSignal): Promise<void> {
    const { client, clock } = this.#ports;
    const deadlineMs = clock.monotonic() + startMs;
    for (;;) {
      const pod = await client.get(podKind, key, { signal });
      if (isListening(pod)) return;
      const [container] = objectsAt(pod, 'status.containerStatuses');
      const exitCode = numberAt(container, 'state.terminated.exitCode');
      if (exitCode !== undefined) {
        const cause = `its relay ended with exit code ${exitCode}`;
        throw new Failure(
          `${cause}: the image of the operator may be older than the library here, so install a new one`,
        );
      }
      if (clock.monotonic() > deadlineMs) {
        const state = textAt(container, 'state.waiting.reason', textAt(pod, 'status.phase'));
        throw new Failure(`Pod ${formatObjectKey(key)} isn't ready within ${startMs / 1000} s: ${state}`);
      }
      await clock.sleep(pollMs, signal);
    }
  }

  /** Removes the relay from the cluster. Idempotent. @throws ApiError or ConnectionError if that fails. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.allSettled([this.#starting]);
    await this.#ports.client.delete(serviceKind, this.service).catch(undefinedIfNotFound);
  }
}

/** Removes the relays of processes that were killed; their pods go with them. */
export async function removeEndedRelays(client: Client, namespace: string | undefined): Promise<void> {
  const relays = { namespace, labelSelector: relayLabel };
  const { items: pods } = await client.list(podKind, relays);
  const running = pods.filter(({ status }) => !['Succeeded', 'Failed'].includes(textAt(status, 'phase')));
  const names = new Set(running.map(({ metadata }) => metadata.labels?.[relayLabel]));
  const { items: services } = await client.list(serviceKind, relays);
  for (const service of services) {
    if (names.has(service.metadata.name)) continue;
    await client.delete(serviceKind, objectKey(service)).catch(undefinedIfNotFound);
  }
}

/** A pod of a lost node isn't ready. */
function isListening({ metadata, status }: StoredObject): boolean {
  const isReady = objectsAt(status, 'conditions').some((each) => each.type === 'Ready' && each.status === 'True');
  return isReady && metadata.deletionTimestamp === undefined;
}
