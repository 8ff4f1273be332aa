import type { Place } from '../content/index.ts';
import { groupKindOf } from './object-identity.ts';
import type { Kept } from './release-pair.ts';

/** How a field of an object changes, as findings show it; of a Secret, only which of its fields do. @param object - that it is in */
export function shownChange(object: Place, { before, after }: Kept): string {
  const isHidden = groupKindOf(object) === 'Secret' && /^(?:data|stringData)\b/.test(after.path);
  return isHidden ? 'its content changes' : `${shown(before.value)} → ${shown(after.value)}`;
}

/** A value as findings show it, cut where it is long. */
export function shown(value: unknown): string {
  const text = value === undefined ? 'none' : JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
