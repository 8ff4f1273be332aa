// In: Services and pods. Out: Endpoints and EndpointSlices. Started by the embedded cluster.

import { isSameJson, type JsonObject } from '../../../api/index.ts';
import {
  annotationsOf,
  controllerReference,
  isDeleting,
  labelsOf,
  mapSelection,
  metadataText,
  withMetadata,
} from '../../../built-in/index.ts';
import { fieldAt, textAt, withFields } from '../../../schema/index.ts';
import { endpointObjects, endpointSlices, pods, services } from '../collection.ts';
import type { ObjectStorage, StoredChange } from '../store/object-storage.ts';
import type { ClusterAccess } from './cluster-access.ts';
import { type ClusterController, presentKey } from './cluster-controller.ts';
import { SelectorIndex } from './index/selector-index.ts';
import { hostnameOf, podReference, portJson, type ServiceEndpoint, serviceEndpoints } from './service-endpoint.ts';
import type { OwnedCollections } from './workload/owned-objects.ts';

const sliceSize = 100;

const triggerTime = 'endpoints.kubernetes.io/last-change-trigger-time';
const headlessLabel = 'service.kubernetes.io/headless';

/** Lists the pods behind each Service that has a selector. */
export class EndpointController implements ClusterController {
  readonly name = 'endpoint';
  readonly triggers = {
    [services]: presentKey,
    [endpointSlices]: ({ object, type }: StoredChange) =>
      type === 'ADDED'
        ? []
        : [`${metadataText(object, 'namespace')}/${labelsOf(object)['kubernetes.io/service-name'] ?? ''}`],
    [pods]: (change: StoredChange) => this.#selectors.concerned(change),
  };
  readonly #access: ClusterAccess;
  readonly #owned: OwnedCollections;
  readonly #selectors: SelectorIndex;

  constructor(access: ClusterAccess, owned: OwnedCollections, store: ObjectStorage) {
    this.#access = access;
    this.#owned = owned;
    this.#selectors = new SelectorIndex(store, services, (object) => mapSelection(fieldAt(object, 'spec.selector')));
  }

  readonly reconcile = async (key: string): Promise<undefined> => {
    const service = this.#access.get(services, key);
    if (service === undefined) {
      const endpoints = this.#access.get(endpointObjects, key);
      if (endpoints !== undefined) await this.#access.remove(endpointObjects, endpoints);
      return;
    }
    const isOwn = textAt(service, 'spec.type') !== 'ExternalName' && fieldAt(service, 'spec.selector') !== undefined;
    if (!isOwn || isDeleting(service)) return;
    const selection = mapSelection(fieldAt(service, 'spec.selector'));
    const selected = this.#owned.pods.index.selected(metadataText(service, 'namespace'), selection);
    const endpoints = serviceEndpoints(service, selected);
    await this.#writeEndpoints(key, service, endpoints);
    await this.#writeSlices(service, endpoints);
  };

  async #writeEndpoints(key: string, service: JsonObject, endpoints: readonly ServiceEndpoint[]): Promise<void> {
    const present = this.#access.get(endpointObjects, key);
    const labels = labelsFor(service, { 'endpoints.kubernetes.io/managed-by': 'endpoint-controller' });
    const subsets = subsetsOf(service, endpoints);
    const content = { subsets: subsets.length === 0 ? undefined : subsets };
    if (present === undefined) {
      await this.#access.create(endpointObjects, {
        apiVersion: 'v1',
        kind: 'Endpoints',
        metadata: {
          name: metadataText(service, 'name'),
          namespace: metadataText(service, 'namespace'),
          labels,
          annotations: { [triggerTime]: this.#access.now },
        },
        ...(subsets.length > 0 && { subsets }),
      });
      return;
    }
    await this.#access.update(endpointObjects, present, (live) =>
      isSameJson(live.subsets ?? [], subsets) && isSameJson(labelsOf(live), labels)
        ? live
        : withMetadata(withFields(live, content), {
            labels,
            annotations: { ...annotationsOf(live), [triggerTime]: this.#access.now },
          }),
    );
  }

  async #writeSlices(service: JsonObject, endpoints: readonly ServiceEndpoint[]): Promise<void> {
    const labels = labelsFor(service, {
      'kubernetes.io/service-name': metadataText(service, 'name'),
      'endpointslice.kubernetes.io/managed-by': 'endpointslice-controller.k8s.io',
    });
    const wanted = sliceContents(service, endpoints);
    const present = this.#owned.slices.index.controlledBy(metadataText(service, 'uid'));
    for (const [index, content] of wanted.entries()) {
      const slice = present[index];
      if (slice === undefined) {
        await this.#access.create(endpointSlices, {
          apiVersion: 'discovery.k8s.io/v1',
          kind: 'EndpointSlice',
          metadata: {
            generateName: `${metadataText(service, 'name')}-`,
            namespace: metadataText(service, 'namespace'),
            labels,
            ownerReferences: [controllerReference(service)],
          },
          addressType: 'IPv4',
          ...content,
        });
        continue;
      }
      await this.#access.update(endpointSlices, slice, (live) => withMetadata({ ...live, ...content }, { labels }));
    }
    for (const slice of present.slice(wanted.length)) await this.#access.remove(endpointSlices, slice);
  }
}

/** Returns the labels of a Service's Endpoints or EndpointSlices. */
function labelsFor(service: JsonObject, own: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const isHeadless = textAt(service, 'spec.clusterIP') === 'None';
  return { ...labelsOf(service), ...own, ...(isHeadless && { [headlessLabel]: '' }) };
}

function byPorts(endpoints: readonly ServiceEndpoint[]): readonly (readonly ServiceEndpoint[])[] {
  return [...Map.groupBy(endpoints, ({ ports }) => JSON.stringify(ports)).values()];
}

function subsetsOf(service: JsonObject, endpoints: readonly ServiceEndpoint[]): readonly JsonObject[] {
  return byPorts(endpoints.filter(({ isTerminating }) => !isTerminating)).map((group) => {
    const address = ({ address: ip, pod }: ServiceEndpoint): JsonObject =>
      withFields(
        { ip, targetRef: podReference(pod) },
        { nodeName: textAt(pod, 'spec.nodeName'), hostname: hostnameOf(service, pod) },
      );
    const [ready, other] = [group.filter((each) => each.isReady), group.filter((each) => !each.isReady)];
    const ports = group[0]?.ports ?? [];
    return {
      ...(ready.length > 0 && { addresses: ready.map(address) }),
      ...(other.length > 0 && { notReadyAddresses: other.map(address) }),
      ...(ports.length > 0 && { ports: ports.map((port) => portJson(port, undefined)) }),
    };
  });
}

function sliceContents(service: JsonObject, endpoints: readonly ServiceEndpoint[]): readonly JsonObject[] {
  const groups = byPorts(endpoints);
  if (groups.length === 0) return [{ endpoints: null, ports: null }];
  return groups.flatMap((group) => {
    const ports = (group[0]?.ports ?? []).map((port) => portJson(port, ''));
    const count = Math.ceil(group.length / sliceSize);
    return Array.from({ length: count }, (_, index) => ({
      endpoints: group.slice(index * sliceSize, (index + 1) * sliceSize).map((each) => endpointJson(service, each)),
      ports: ports.length === 0 ? null : ports,
    }));
  });
}

function endpointJson(
  service: JsonObject,
  { pod, address, isReady, isServing, isTerminating }: ServiceEndpoint,
): JsonObject {
  return withFields(
    {
      addresses: [address],
      conditions: { ready: isReady, serving: isServing, terminating: isTerminating },
      targetRef: podReference(pod),
    },
    { nodeName: textAt(pod, 'spec.nodeName'), hostname: hostnameOf(service, pod) },
  );
}
