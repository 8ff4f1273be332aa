import type { z } from 'zod';
import { annotated } from '../annotation.ts';

/**
 * The type of a value that the API server stores as it comes, unchecked. zod still checks it, at synth and when the
 * operator reads it: for types that Kubernetes has no schema for, such as recursive ones.
 * What keeps unknown fields beside declared ones is `z.looseObject({ … })`.
 */
export function preserveUnknownFields<Type extends z.ZodType>(type: Type): Type {
  return annotated(type, { isUnread: true });
}
