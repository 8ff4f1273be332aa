import type { HarnessRequest } from './api-server.ts';

/** The namespace of all resources. */
export const namespace = 'bench';

/** Plural → the API path of the objects of the benchmark. */
export const collection = {
  memcacheds: `/apis/cache.example.com/v1alpha1/namespaces/${namespace}/memcacheds`,
  deployments: `/apis/apps/v1/namespaces/${namespace}/deployments`,
  services: `/api/v1/namespaces/${namespace}/services`,
} as const;

/** Returns `count` names, the same in every run. */
export function names(count: number, from = 0): string[] {
  return Array.from({ length: count }, (_, index) => `memcached-${String(from + index).padStart(5, '0')}`);
}

export function creation(name: string): HarnessRequest {
  return sizedCreation(name, 1);
}

export function sizedCreation(name: string, size: number): HarnessRequest {
  const body = { apiVersion: 'cache.example.com/v1alpha1', kind: 'Memcached', metadata: { name }, spec: { size } };
  return { method: 'POST', path: collection.memcacheds, resource: 'memcacheds', body };
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
