import { jsonPointerToken } from '../../json.ts';
import type { Library } from '../overload.ts';

/**
 * Keys in the paths of JSON patches.
 *
 * @see https://kubernetes.io/docs/reference/using-api/cel/#kubernetes-jsonpatch-library
 */
export const jsonPatches: Library = {
  'jsonpatch:escapeKey(string): string': jsonPointerToken,
};
