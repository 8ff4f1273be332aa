// In: a Service that a client writes, its present form and the stored Services. Out: the Service with addresses and ports. Called
// by the preparation of Services.

import { isJsonObject, isSameJson, type JsonObject, type JsonValue } from '../../../api/index.ts';
import { isJsonList } from '../../../schema/index.ts';
import { valueAt, withFields } from '../object.ts';

/** The ports that Services get on nodes. */
const nodePorts = { first: 30_000, count: 2768 };
/** The addresses of Services: 10.96.0.0/16. */
const addressCount = 65_534;

/** Returns a Service with an address, its families, and ports on nodes. @param stored - the specs of all Services. */
export function addressedService(
  service: JsonObject,
  before: JsonObject | undefined,
  stored: readonly JsonValue[],
): JsonObject {
  const { spec } = service;
  if (!isJsonObject(spec)) return service;
  const old = isJsonObject(before?.spec) ? before.spec : {};
  return { ...service, spec: addressedSpec(withoutStaleFields(spec, old), old, stored) };
}

function addressedSpec(spec: JsonObject, old: JsonObject, stored: readonly JsonValue[]): JsonObject {
  if (spec.type === 'ExternalName') {
    const isReleased = old.type !== 'ExternalName' && isSameJson(spec.clusterIPs ?? [], old.clusterIPs ?? []);
    const released = { clusterIP: undefined, clusterIPs: undefined, ipFamilies: undefined, ipFamilyPolicy: undefined };
    return isReleased ? withFields(spec, released) : spec;
  }
  const kept = withKeptPorts(withKeptAddress(spec, old), old);
  const addressed = withAddress(kept, stored);
  return withPorts(addressed, stored);
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
  const oldPorts = new Set(portsOf(old).map(({ nodePort }) => nodePort));
  const ports = portsOf(spec).map((port) =>
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
  const [ports, oldPorts] = [portsOf(spec), portsOf(old)];
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

function withAddress(spec: JsonObject, stored: readonly JsonValue[]): JsonObject {
  const isHeadless = spec.clusterIP === 'None';
  const isFree = isHeadless && spec.selector === undefined && spec.ipFamilyPolicy === undefined;
  const used = new Set(stored.map((each) => valueAt(each, ['clusterIP'])));
  const clusterIP = !isAbsent(spec.clusterIP)
    ? (spec.clusterIP ?? null)
    : firstFree(address, { count: addressCount, used });
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

function withPorts(spec: JsonObject, stored: readonly JsonValue[]): JsonObject {
  if (!isExposed(spec)) return spec;
  const used = new Set([...stored.filter(isJsonObject), spec].flatMap(usedPorts));
  const next = () => {
    const port = firstFree((index) => nodePorts.first + index, { count: nodePorts.count, used });
    used.add(port);
    return port;
  };
  const isAllocated = spec.type === 'NodePort' || spec.allocateLoadBalancerNodePorts !== false;
  const ports = portsOf(spec).map((port) =>
    isAllocated && port.nodePort === undefined ? { ...port, nodePort: next() } : port,
  );
  const health = isLocal(spec) ? { healthCheckNodePort: spec.healthCheckNodePort ?? next() } : {};
  return { ...spec, ...(ports.length > 0 && { ports }), ...health };
}

function usedPorts(spec: JsonObject): (JsonValue | undefined)[] {
  return [spec.healthCheckNodePort, ...portsOf(spec).map(({ nodePort }) => nodePort)];
}

function firstFree<Value extends JsonValue>(
  value: (index: number) => Value,
  { count, used }: { readonly count: number; readonly used: ReadonlySet<JsonValue | undefined> },
): Value {
  // One more than the used ones are enough to find a free one.
  const start = used.size;
  for (let step = 0; step <= used.size; step += 1) {
    const found = value((start + step) % count);
    if (!used.has(found)) return found;
  }
  return value(0);
}

function address(index: number): string {
  const number = index + 1;
  return `10.96.${Math.floor(number / 256)}.${number % 256}`;
}

function isExposed({ type }: JsonObject): boolean {
  return type === 'NodePort' || type === 'LoadBalancer';
}

function isLocal({ type, externalTrafficPolicy }: JsonObject): boolean {
  return type === 'LoadBalancer' && externalTrafficPolicy === 'Local';
}

function portsOf({ ports }: JsonObject): readonly JsonObject[] {
  return isJsonList(ports) ? ports.filter(isJsonObject) : [];
}
