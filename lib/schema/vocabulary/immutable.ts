import type { z } from 'zod';
import { annotated } from '../annotation.ts';

/**
 * The type of a value that stays as it was when its object was created; the API server refuses changes.
 *
 * A field that may be absent (`.optional()`, without a default) or null can't be added, removed or made null later on
 * either. Both hold as long as the object around the field stays: whoever can remove that and add it again, can change
 * the field, so make it required or immutable, too. Not for types that keep unknown fields, whose changes CEL can't see
 * in full, nor inside of lists other than {@link listMap}, whose items have no past.
 */
export function immutable<Type extends z.ZodType>(type: Type): Type {
  return annotated(type, { isImmutable: true });
}
