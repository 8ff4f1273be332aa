import type { HarnessRequest } from './api-server.ts';

/** The namespace of all resources. */
export const namespace = 'bench';

/** Plural → the API path of the objects of the benchmark. */
export const collection = {
  memcacheds: `/apis/cache.example.com/v1alpha1/namespaces/${namespace}/memcacheds`,
  deployments: `/apis/apps/v1/namespaces/${namespace}/deployments`,
  services: `/api/v1/namespaces/${namespace}/services`,
} as const;

/** Plural → the API path that lists the objects of the benchmark in all namespaces. */
export const listing = {
  memcacheds: '/apis/cache.example.com/v1alpha1/memcacheds?',
  deployments: '/apis/apps/v1/deployments?labelSelector=app%3Dmemcached&',
  services: '/api/v1/services?labelSelector=app%3Dmemcached&',
} as const;

/** Returns `count` names, the same in every run. */
export function names(count: number, from = 0): string[] {
  return Array.from({ length: count }, (_, index) => `memcached-${String(from + index).padStart(5, '0')}`);
}

/** The properties of a new resource. */
interface NewResource {
  readonly name: string;
  /** @default 1 */
  readonly size?: number;
  /** @default {@link namespace} */
  readonly in?: string | undefined;
}

export function creationOf({ name, size = 1, in: target = namespace }: NewResource): HarnessRequest {
  const body = { apiVersion: 'cache.example.com/v1alpha1', kind: 'Memcached', metadata: { name }, spec: { size } };
  const path = `/apis/cache.example.com/v1alpha1/namespaces/${target}/memcacheds`;
  return { method: 'POST', path, resource: 'memcacheds', body };
}

export function creation(name: string): HarnessRequest {
  return creationOf({ name });
}

export function resizing(name: string, size: number): HarnessRequest {
  return patch(name, { spec: { size } });
}

export function labelling(name: string, value: string): HarnessRequest {
  return patch(name, { metadata: { labels: { 'bench.example.com/touched': value } } });
}

export function deletion(name: string): HarnessRequest {
  return { method: 'DELETE', path: `${collection.memcacheds}/${name}`, resource: 'memcacheds' };
}

export function serviceDeletion(name: string): HarnessRequest {
  return { method: 'DELETE', path: `${collection.services}/${name}`, resource: 'services' };
}

function patch(name: string, body: object): HarnessRequest {
  return { method: 'PATCH', path: `${collection.memcacheds}/${name}`, resource: 'memcacheds', body };
}
