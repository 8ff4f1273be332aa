import type { z } from 'zod';
import { withAnnotation } from '../annotation.ts';

/**
 * Makes a type whose values the API server stores unchanged and unchecked. zod still checks them, at synth and when the
 * operator reads them. Use it for types without a Kubernetes schema, such as recursive ones. To keep unknown fields beside
 * declared ones, use `z.looseObject({ … })`.
 *
 * @example const spec = z.object({ dashboard: preserveUnknownFields(z.unknown()) });
 */
export function preserveUnknownFields<Type extends z.ZodType>(type: Type): Type {
  return withAnnotation(type, { isUnread: true });
}
