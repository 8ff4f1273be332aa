import { z } from 'zod';
import { withAnnotation } from '../annotation.ts';

const resource = z.looseObject({
  apiVersion: z.string().min(1),
  kind: z.string().min(1),
  metadata: z.looseObject({ name: z.string().optional(), namespace: z.string().optional() }).optional(),
});

/**
 * Returns the type of a whole Kubernetes object of any kind. The API server checks its `apiVersion`, `kind` and
 * `metadata`.
 *
 * @example
 * const spec = z.object({ template: embeddedResource() });
 * // { template: { apiVersion: 'v1', kind: 'ConfigMap', data: { mode: 'fast' } } }
 */
export function embeddedResource(): typeof resource {
  return withAnnotation(resource, { isUnread: true, schema: { 'x-kubernetes-embedded-resource': true } });
}
