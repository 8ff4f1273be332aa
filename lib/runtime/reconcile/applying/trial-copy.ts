// In: a child that is to replace one which can't be changed. Out: a copy that the API server can validate beside that
// one. Also decides if the copy is refused only because the present child still takes its place in quotas. Called
// before a child is deleted to be recreated.

import { createHash } from 'node:crypto';
import { isJsonObject, type JsonValue, type KubernetesObject, type StoredObject } from '../../../api/index.ts';
import { type ApiError, isForbidden } from '../../../client/index.ts';
import { listOf } from '../../../schema/index.ts';

/**
 * Copies an object under a name that is probably unused, and no longer than its own, unless that is very short. A
 * Service is copied without the addresses and node ports of the present one, since no two Services may share them.
 */
export function trialCopy(object: KubernetesObject, live: StoredObject): KubernetesObject {
  const { name } = object.metadata;
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 8);
  const copy = { ...object, metadata: { ...object.metadata, name: `t${digest}${name.slice(9)}` } };
  const isService = object.apiVersion === 'v1' && object.kind === 'Service';
  return isService ? { ...copy, spec: withoutAllocations(object.spec, live.spec) } : copy;
}

/** Fields of a Service for which the API server allocates unique values. */
const allocatedFields = ['clusterIP', 'clusterIPs', 'healthCheckNodePort', 'loadBalancerIP'];

function withoutAllocations(spec: unknown, live: unknown): unknown {
  if (!isJsonObject(spec) || !isJsonObject(live)) return spec;
  const taken = new Set(listOf(live.ports).map(nodePortOf));
  const fields = Object.entries(spec).flatMap(([field, value]): [string, unknown][] => {
    const isSame = JSON.stringify(value) === JSON.stringify(live[field]);
    if (allocatedFields.includes(field) && isSame && !isHeadless(value)) return [];
    return [[field, field === 'ports' ? listOf(spec.ports).map((port) => withoutNodePort(port, taken)) : value]];
  });
  return Object.fromEntries(fields);
}

/** Returns true if a Service is headless: any number of Services may be. */
function isHeadless(value: JsonValue | undefined): boolean {
  return value === 'None' || (Array.isArray(value) && value.includes('None'));
}

function nodePortOf(port: JsonValue): JsonValue | undefined {
  return isJsonObject(port) ? port.nodePort : undefined;
}

function withoutNodePort(port: JsonValue, taken: ReadonlySet<JsonValue | undefined>): unknown {
  if (!isJsonObject(port) || port.nodePort === undefined || !taken.has(port.nodePort)) return port;
  const { nodePort: _, ...others } = port;
  return others;
}

/**
 * The message of ResourceQuota for a refused object: `exceeded quota: q, requested: configmaps=1, used: configmaps=5,
 * limited: configmaps=5`.
 */
const exceeded = /exceeded quota: [^,:]+, requested: ([^:]+), used: ([^:]+), limited: ([^:]+)$/;

/** A resource of a quota that counts objects, of which the present child is one. */
const countedObject = /^(?:count\/[^=]+|configmaps|secrets|services|persistentvolumeclaims|replicationcontrollers)$/;

/**
 * Returns true if a copy is refused only because quotas count objects and ports, and count those of the present child
 * until it is deleted. Quotas of other resources, such as CPU, may refuse the new child, too.
 */
export function isCountedTwiceByQuota(error: ApiError, live: StoredObject): boolean {
  const [, requested = '', used = '', limited = ''] = exceeded.exec(error.serverMessage) ?? [];
  const [usedCounts, limits] = [used, limited].map(quotaCounts);
  return (
    isForbidden(error) &&
    requested !== '' &&
    [...quotaCounts(requested)].every(([resource, count]) => {
      const left = (usedCounts?.get(resource) ?? Number.NaN) - countInQuota(live, resource);
      return left + count <= (limits?.get(resource) ?? Number.NaN);
    })
  );
}

/** The part of a quota's resource that the present child takes until it is deleted; NaN if that isn't known. */
function countInQuota({ spec }: StoredObject, resource: string): number {
  if (countedObject.test(resource)) return 1;
  if (!isJsonObject(spec)) return Number.NaN;
  if (resource === 'services.loadbalancers') return spec.type === 'LoadBalancer' ? 1 : 0;
  if (resource === 'services.nodeports')
    return listOf(spec.ports).filter((port) => nodePortOf(port) !== undefined).length;
  return Number.NaN;
}

function quotaCounts(text: string): Map<string, number> {
  return new Map(
    text.split(',').map((part): [string, number] => {
      const [resource = '', count = ''] = part.split('=');
      return [resource, /^\d+$/.test(count) ? Number(count) : Number.NaN];
    }),
  );
}
