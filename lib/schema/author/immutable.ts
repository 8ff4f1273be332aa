import type { z } from 'zod';
import { withAnnotation } from '../annotation.ts';

/**
 * Makes a type immutable: the API server rejects any change of the value after the object's creation.
 *
 * For a field that may be absent (`.optional()` without a default) or null, the API server also rejects its addition,
 * removal and a later null. Both checks work only while the object around the field exists. A client that can remove and
 * re-add that object can change the field, so make the object required or immutable, too. Don't use it for types that keep
 * unknown fields: CEL can't compare those in full. Don't use it inside lists other than {@link listMap}: the API server
 * can't pair their items with the old ones.
 *
 * @example const spec = z.object({ engine: immutable(z.enum(['postgresql', 'mysql'])) });
 */
export function immutable<Type extends z.ZodType>(type: Type): Type {
  return withAnnotation(type, { isImmutable: true });
}
