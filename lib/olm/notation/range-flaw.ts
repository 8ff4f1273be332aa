import type { Violation } from '../finding/violation.ts';
import { VersionRange } from './version-range.ts';

/** Returns why a text isn't a valid version range, with a remedy; undefined if it is. */
export function rangeFlaw(text: string): Pick<Violation, 'what' | 'remedy'> | undefined {
  if (VersionRange.parse(text) !== undefined) return undefined;
  return {
    what: text === '' ? 'the range is empty' : `'${text}' is not a version range`,
    remedy: 'write one such as >=1.0.0 <2.0.0, with all three numbers of each version',
  };
}
