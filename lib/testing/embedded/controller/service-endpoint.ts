import type { JsonObject, JsonValue } from '../../../api/index.ts';
import { isDeleting, metadataText } from '../../../built-in/index.ts';
import { fieldAt, numberAt, objectsAt, textAt, withFields } from '../../../schema/index.ts';
import { isPodEnded, isPodReady } from '../pod.ts';

/** A port of a Service on a pod. */
export interface EndpointPort {
  readonly name: string;
  readonly port: number;
  readonly protocol: string;
  readonly appProtocol: JsonValue | undefined;
}

/** A pod behind a Service. */
export interface ServiceEndpoint {
  readonly pod: JsonObject;
  readonly address: string;
  readonly isReady: boolean;
  readonly isServing: boolean;
  readonly isTerminating: boolean;
  readonly ports: readonly EndpointPort[];
}

/** Returns the pods with addresses behind a Service, in the order of their names. */
export function serviceEndpoints(service: JsonObject, pods: readonly JsonObject[]): readonly ServiceEndpoint[] {
  const publishes = fieldAt(service, 'spec.publishNotReadyAddresses') === true;
  return pods
    .filter((pod) => textAt(pod, 'status.podIP') !== '' && !isPodEnded(pod))
    .map((pod) => {
      const isTerminating = isDeleting(pod);
      return {
        pod,
        address: textAt(pod, 'status.podIP'),
        isReady: publishes || (isPodReady(pod) && !isTerminating),
        isServing: publishes || isPodReady(pod),
        isTerminating,
        ports: podPorts(service, pod),
      };
    });
}

function podPorts(service: JsonObject, pod: JsonObject): readonly EndpointPort[] {
  const containers = [...objectsAt(pod, 'spec.containers'), ...objectsAt(pod, 'spec.initContainers')];
  const declared = containers.flatMap((container) => objectsAt(container, 'ports'));
  return objectsAt(service, 'spec.ports').flatMap((port) => {
    const protocol = textAt(port, 'protocol', 'TCP');
    const target = port.targetPort ?? port.port;
    const named = declared.find(
      (each) => each.name === target && textAt(each, 'protocol', 'TCP') === protocol && typeof target === 'string',
    );
    const number = typeof target === 'number' ? target : numberAt(named, 'containerPort');
    const name = textAt(port, 'name');
    return number === undefined ? [] : [{ name, port: number, protocol, appProtocol: port.appProtocol }];
  });
}

/** Returns the reference from an address to its pod. */
export function podReference(pod: JsonObject): JsonObject {
  return {
    kind: 'Pod',
    namespace: metadataText(pod, 'namespace'),
    name: metadataText(pod, 'name'),
    uid: metadataText(pod, 'uid'),
  };
}

/** Returns the host name of a pod in the domain of a Service. */
export function hostnameOf(service: JsonObject, pod: JsonObject): string | undefined {
  const isInDomain = textAt(pod, 'spec.subdomain') === metadataText(service, 'name');
  const hostname = textAt(pod, 'spec.hostname');
  return isInDomain && hostname !== '' ? hostname : undefined;
}

/** Returns a port as Endpoints and EndpointSlices show it. */
export function portJson({ name, port, protocol, appProtocol }: EndpointPort, unnamed: string | undefined): JsonObject {
  return withFields({ port, protocol }, { name: name === '' ? unnamed : name, appProtocol });
}
