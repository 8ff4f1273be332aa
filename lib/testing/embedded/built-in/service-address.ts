// In: a Service that a client writes, its present form and the free addresses and ports. Out: the Service with addresses and ports. Called
// by the preparation of Services, and by admission when a Service is stored.

import { isJsonObject, isSameJson, type JsonObject, type JsonValue } from '../../../api/index.ts';
import { type Cause, invalidValue, metadataFields, metadataText } from '../../../built-in/index.ts';
import { fieldsAt, objectsAt, scalarText, withFields } from '../../../schema/index.ts';
import { invalid } from '../status-error.ts';
import type { StoredObjects } from '../store/object-storage.ts';
import { nodePortsOf, type ServiceRanges, serviceRanges } from './service-range.ts';

/**
 * Returns a Service with an address, its families, and ports on nodes.
 *
 * @throws StatusError if another Service has one of them.
 */
export function addressedService(
  service: JsonObject,
  before: JsonObject | undefined,
  stored: StoredObjects,
): JsonObject {
  const { spec } = service;
  if (!isJsonObject(spec)) return service;
  const old = isJsonObject(before?.spec) ? before.spec : {};
  const addressed = { ...service, spec: addressedSpec(withoutStaleFields(spec, old), old, serviceRanges(stored)) };
  assertFreeAddress(addressed, stored);
  return addressed;
}

/** @throws StatusError if another Service has the address, or a port on nodes, of a Service. */
export function assertFreeAddress(service: JsonObject, stored: StoredObjects): void {
  const spec = fieldsAt(service, 'spec');
  const [taken] = takenCauses(spec, metadataFields(service).uid, serviceRanges(stored));
  if (taken !== undefined) throw invalid({ group: '', kind: 'Service' }, metadataText(service, 'name'), [taken]);
}

/** API servers report the first value only. */
function* takenCauses(
  spec: JsonObject,
  uid: JsonValue | undefined,
  { addresses, ports }: ServiceRanges,
): Iterable<Cause> {
  const { clusterIP = '', clusterIPs = null } = spec;
  if (spec.type !== 'ExternalName' && clusterIP !== 'None' && addresses.isTaken(clusterIP, uid)) {
    const why = `failed to allocate IP ${scalarText(clusterIP)}: provided IP is already allocated`;
    yield invalidValue('spec.clusterIPs', clusterIPs, why);
  }
  if (!isExposed(spec)) return;
  for (const [index, { nodePort = 0 }] of objectsAt(spec, 'ports').entries()) {
    if (nodePort !== 0 && ports.isTaken(nodePort, uid)) {
      yield invalidValue(`spec.ports[${index}].nodePort`, nodePort, 'provided port is already allocated');
    }
  }
}

function addressedSpec(spec: JsonObject, old: JsonObject, ranges: ServiceRanges): JsonObject {
  if (spec.type === 'ExternalName') {
    const isReleased = old.type !== 'ExternalName' && isSameJson(spec.clusterIPs ?? [], old.clusterIPs ?? []);
    const released = { clusterIP: undefined, clusterIPs: undefined, ipFamilies: undefined, ipFamilyPolicy: undefined };
    return isReleased ? withFields(spec, released) : spec;
  }
  const kept = withKeptPorts(withKeptAddress(spec, old), old);
  const addressed = withAddress(kept, ranges);
  return withPorts(addressed, ranges);
}

/** Fields of the former type go, if the client leaves them as they were. */
function withoutStaleFields(spec: JsonObject, old: JsonObject): JsonObject {
  if (old.type === undefined || old.type === spec.type) return spec;
  const [isNamed, isBalanced] = [spec.type === 'ExternalName', spec.type === 'LoadBalancer'];
  const stale = [
    ...(isNamed ? ['internalTrafficPolicy'] : []),
    ...(isExposed(spec) ? [] : ['externalTrafficPolicy']),
    ...(isBalanced ? [] : ['allocateLoadBalancerNodePorts', 'healthCheckNodePort', 'loadBalancerClass']),
  ].filter((field) => isSameJson(spec[field] ?? null, old[field] ?? null));
  const oldPorts = new Set(objectsAt(old, 'ports').map(({ nodePort }) => nodePort));
  const ports = objectsAt(spec, 'ports').map((port) =>
    !isExposed(spec) && oldPorts.has(port.nodePort) ? withFields(port, { nodePort: undefined }) : port,
  );
  return withFields(spec, {
    ...Object.fromEntries(stale.map((field) => [field, undefined])),
    ...(ports.length > 0 && { ports }),
  });
}

/** An update that names no address keeps the present one. */
function withKeptAddress(spec: JsonObject, old: JsonObject): JsonObject {
  if (old.type === 'ExternalName' || old.clusterIP === undefined) return spec;
  const isUnnamed = isAbsent(spec.clusterIP) && spec.clusterIPs === undefined;
  return withFields(spec, {
    ...(isUnnamed && { clusterIP: old.clusterIP, clusterIPs: old.clusterIPs }),
    ipFamilies: spec.ipFamilies ?? old.ipFamilies,
    ipFamilyPolicy: spec.ipFamilyPolicy ?? old.ipFamilyPolicy,
  });
}

/** An update keeps the ports on nodes of those ports that stay. */
function withKeptPorts(spec: JsonObject, old: JsonObject): JsonObject {
  if (!isExposed(spec) || !isExposed(old)) return spec;
  const [ports, oldPorts] = [objectsAt(spec, 'ports'), objectsAt(old, 'ports')];
  const used = new Set(ports.map(({ nodePort }) => nodePort));
  const known = new Map(oldPorts.map((port) => [portKey(port), port.nodePort]));
  return withFields(spec, {
    ports: ports.map((port) => {
      const nodePort = known.get(portKey(port));
      if (port.nodePort !== undefined || nodePort === undefined || used.has(nodePort)) return port;
      used.add(nodePort);
      return { ...port, nodePort };
    }),
    healthCheckNodePort: spec.healthCheckNodePort ?? (isLocal(spec) ? old.healthCheckNodePort : undefined),
  });
}

function portKey({ protocol, port }: JsonObject): string {
  return JSON.stringify([protocol, port]);
}

function withAddress(spec: JsonObject, { addresses }: ServiceRanges): JsonObject {
  const isHeadless = spec.clusterIP === 'None';
  const isFree = isHeadless && spec.selector === undefined && spec.ipFamilyPolicy === undefined;
  const clusterIP = isAbsent(spec.clusterIP) ? addresses.take() : (spec.clusterIP ?? null);
  return withFields(spec, {
    clusterIP,
    clusterIPs: spec.clusterIPs ?? [clusterIP],
    ipFamilies: spec.ipFamilies ?? (isFree ? ['IPv4', 'IPv6'] : ['IPv4']),
    ipFamilyPolicy: spec.ipFamilyPolicy ?? (isFree ? 'RequireDualStack' : 'SingleStack'),
  });
}

function isAbsent(address: JsonValue | undefined): boolean {
  return address === undefined || address === '';
}

function withPorts(spec: JsonObject, { ports: free }: ServiceRanges): JsonObject {
  if (!isExposed(spec)) return spec;
  const used = new Set(nodePortsOf(spec));
  const next = () => {
    const port = free.take(used);
    used.add(port);
    return port;
  };
  const isAllocated = spec.type === 'NodePort' || spec.allocateLoadBalancerNodePorts !== false;
  const ports = objectsAt(spec, 'ports').map((port) =>
    isAllocated && port.nodePort === undefined ? { ...port, nodePort: next() } : port,
  );
  const health = isLocal(spec) ? { healthCheckNodePort: spec.healthCheckNodePort ?? next() } : {};
  return { ...spec, ...(ports.length > 0 && { ports }), ...health };
}

function isExposed({ type }: JsonObject): boolean {
  return type === 'NodePort' || type === 'LoadBalancer';
}

function isLocal({ type, externalTrafficPolicy }: JsonObject): boolean {
  return type === 'LoadBalancer' && externalTrafficPolicy === 'Local';
}
