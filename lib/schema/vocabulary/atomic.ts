import type { z } from 'zod';
import { annotated } from '../annotation.ts';
import { definition } from '../definition.ts';

/**
 * The type of a list, a map or an object that has one owner as a whole: a server-side apply replaces it instead of
 * merging it. Lists are so anyway, unless made by {@link listMap} or {@link listSet}.
 *
 * @see https://kubernetes.io/docs/reference/using-api/server-side-apply/#merge-strategy
 */
export function atomic<Type extends z.ZodType<object>>(type: Type): Type {
  const isList = definition(type).type === 'array';
  return annotated(type, {
    schema: isList ? { 'x-kubernetes-list-type': 'atomic' } : { 'x-kubernetes-map-type': 'atomic' },
  });
}
