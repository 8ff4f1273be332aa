import type { Place } from '../content/index.ts';
import { objectGroupKind } from './object-identity.ts';
import type { Kept } from './release-pair.ts';

/**
 * Describes the old and the new value of an object's field; for a Secret, only the names of changed fields.
 *
 * @param object - the object with the field.
 */
export function shownChange(object: Place, { before, after }: Kept): string {
  const isHidden = objectGroupKind(object) === 'Secret' && /^(?:data|stringData)\b/.test(after.path);
  return isHidden ? 'its content changes' : `${shownValue(before.value)} → ${shownValue(after.value)}`;
}

/** Formats a value for findings of an upgrade, truncated if long. */
export function shownValue(value: unknown): string {
  const text = value === undefined ? 'none' : JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
