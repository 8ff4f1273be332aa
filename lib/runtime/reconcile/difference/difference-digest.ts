import { createHash } from 'node:crypto';
import type { KubernetesObject, StoredObject } from '../../../api/index.ts';
import { findings } from './difference.ts';
import type { FieldShape } from './field-shape.ts';
import type { FieldOwner } from './own-entry.ts';

/**
 * What is rendered, and where and how a live object is otherwise, as short text; undefined if it is as rendered.
 * Holds no values: some are secrets.
 */
export function differenceDigest(
  live: StoredObject,
  desired: KubernetesObject,
  owner: FieldOwner,
  shape: FieldShape,
): string | undefined {
  const found = findings(live, desired, owner, shape);
  if (found.length === 0) return undefined;
  return createHash('sha256')
    .update(JSON.stringify([desired, found]))
    .digest('base64');
}
