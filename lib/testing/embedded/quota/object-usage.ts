// In: an object. Out: the amounts that quotas count for it. Called by admission, and by the sums of quotas.

import type { JsonObject } from '../../../api/index.ts';
import { fieldsAt, fieldsIn, objectsAt, textAt } from '../../../schema/index.ts';
import { claims, pods, services } from '../collection.ts';
import { isPodEnded } from '../pod.ts';
import { type Amount, type Amounts, amountOf, amountsOf, zeroAmount } from '../resource/amount.ts';
import { podAmounts } from '../resource/pod-amount.ts';

const one = wholeAmount(1);

/** Resources of the core group that quotas also count by their plain name. */
const plain: ReadonlySet<string> = new Set([
  'configmaps',
  'persistentvolumeclaims',
  'pods',
  'replicationcontrollers',
  'resourcequotas',
  'secrets',
  'services',
]);

/** Resources that are sums of pods. */
const podSums: ReadonlySet<string> = new Set(
  ['cpu', 'memory', 'ephemeral-storage'].flatMap((name) => [name, `requests.${name}`, `limits.${name}`]),
);

/**
 * Returns the collection whose objects a resource of a quota counts or sums, such as `/pods` for `limits.cpu`; undefined for other
 * resources.
 */
export function countedCollection(resource: string): string | undefined {
  if (plain.has(resource)) return `/${resource}`;
  if (podSums.has(resource) || isPodResource(resource)) return pods;
  if (resource === 'services.nodeports' || resource === 'services.loadbalancers') return services;
  if (resource === 'requests.storage' || isOfStorageClass(resource)) return claims;
  if (!resource.startsWith('count/')) return undefined;
  const [plural = '', ...group] = resource.slice('count/'.length).split('.');
  return `${group.join('.')}/${plural}`;
}

/** Pages of a size, and requests for devices. */
function isPodResource(resource: string): boolean {
  if (/^(?:requests\.)?hugepages-/.test(resource)) return true;
  return resource.startsWith('requests.') && isExtended(resource.slice('requests.'.length));
}

function isExtended(resource: string): boolean {
  if (resource.startsWith('deviceclass.resource.kubernetes.io/')) return true;
  return resource.includes('/') && !resource.includes('kubernetes.io/');
}

const ofStorageClass = '.storageclass.storage.k8s.io/';

function isOfStorageClass(resource: string): boolean {
  return ['persistentvolumeclaims', 'requests.storage'].some((name) => resource.endsWith(`${ofStorageClass}${name}`));
}

/** Returns the amounts of all resources that an object of a collection counts for. */
export function objectUsage(collection: string, object: JsonObject): Amounts {
  const [group = '', plural = ''] = collection.split('/');
  const counts = {
    [`count/${group === '' ? plural : `${plural}.${group}`}`]: one,
    ...(group === '' && plain.has(plural) && { [plural]: one }),
  };
  switch (collection) {
    case pods:
      return podUsage(object);
    case claims:
      return { ...counts, ...claimUsage(object) };
    case services:
      return { ...counts, ...serviceUsage(object) };
    default:
      return counts;
  }
}

/** A pod that has ended only counts as an object. */
function podUsage(pod: JsonObject): Amounts {
  const count = { 'count/pods': one };
  if (isPodEnded(pod)) return count;
  return { ...count, pods: one, ...computeUsage(podAmounts(pod, 'requests'), podAmounts(pod, 'limits')) };
}

function computeUsage(requests: Amounts, limits: Amounts): Amounts {
  const requested = Object.entries(requests).flatMap(([name, amount]): [string, Amount][] => {
    if (isExtended(name)) return [[`requests.${name}`, amount]];
    const isCounted = podSums.has(name) || name.startsWith('hugepages-');
    return isCounted
      ? [
          [name, amount],
          [`requests.${name}`, amount],
        ]
      : [];
  });
  const limited = Object.entries(limits).flatMap(([name, amount]): [string, Amount][] =>
    podSums.has(name) ? [[`limits.${name}`, amount]] : [],
  );
  return Object.fromEntries([...requested, ...limited]);
}

/** Returns the resources among `required` that a container neither requests nor limits, as a quota of them demands. */
export function unspecifiedResources(container: JsonObject, required: readonly string[]): readonly string[] {
  const [requests, limits] = ['requests', 'limits'].map((side) => fieldsAt(container, `resources.${side}`));
  const usage = computeUsage(amountsOf(requests), amountsOf(limits));
  return required.filter((name) => specified.has(name) && usage[name] === undefined);
}

/** The resources that each container has to specify if a quota limits them. */
const specified: ReadonlySet<string> = new Set(
  ['cpu', 'memory'].flatMap((name) => [name, `requests.${name}`, `limits.${name}`]),
);

function claimUsage(claim: JsonObject): Amounts {
  const storageClass = textAt(claim, 'spec.storageClassName');
  const requested = textAt(fieldsAt(claim, 'spec.resources.requests'), 'storage');
  const allocated = textAt(fieldsAt(claim, 'status.allocatedResources'), 'storage');
  const [wanted, given] = [wholeBytes(amountOf(requested)), wholeBytes(amountOf(allocated))];
  const storage = given.billionths > wanted.billionths ? given : wanted;
  const usage = { ...(requested !== '' && { 'requests.storage': storage }) };
  if (storageClass === '') return usage;
  const prefix = `${storageClass}${ofStorageClass}`;
  return {
    ...usage,
    [`${prefix}persistentvolumeclaims`]: one,
    ...(requested !== '' && { [`${prefix}requests.storage`]: storage }),
  };
}

function wholeBytes(amount: Amount): Amount {
  const rest = amount.billionths % one.billionths;
  return rest === 0n ? amount : { ...amount, billionths: amount.billionths - rest + one.billionths };
}

/** Counts the ports that a Service will get, since they aren't allocated yet. */
function serviceUsage(service: JsonObject): Amounts {
  const { type, allocateLoadBalancerNodePorts } = fieldsIn(service.spec);
  const ports = objectsAt(service, 'spec.ports');
  const written = ports.filter(({ nodePort = 0 }) => nodePort !== 0);
  const isBalanced = type === 'LoadBalancer';
  const counted = isBalanced && allocateLoadBalancerNodePorts === false ? written : ports;
  return {
    'services.nodeports': isBalanced || type === 'NodePort' ? wholeAmount(counted.length) : zeroAmount,
    'services.loadbalancers': isBalanced ? one : zeroAmount,
  };
}

function wholeAmount(count: number): Amount {
  return { billionths: BigInt(count) * 1_000_000_000n, isBinary: false };
}
