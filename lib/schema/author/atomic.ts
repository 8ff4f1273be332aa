import type { z } from 'zod';
import { withAnnotation } from '../annotation.ts';
import { zodDefinition } from '../zod-definition.ts';

/**
 * Makes a list, map or object type atomic: one field manager owns the whole value, and server-side apply replaces it
 * instead of merging it. Lists are atomic by default, unless {@link listMap} or {@link listSet} makes them.
 *
 * @see https://kubernetes.io/docs/reference/using-api/server-side-apply/#merge-strategy
 * @example const spec = z.object({ nodeSelector: atomic(z.record(z.string(), z.string())) });
 */
export function atomic<Type extends z.ZodType<object>>(type: Type): Type {
  const isList = zodDefinition(type).type === 'array';
  return withAnnotation(type, {
    schema: isList ? { 'x-kubernetes-list-type': 'atomic' } : { 'x-kubernetes-map-type': 'atomic' },
  });
}
