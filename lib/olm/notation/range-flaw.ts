import type { Violation } from '../finding/violation.ts';
import { VersionRange } from './version-range.ts';

/** What is wrong with a text that has to be a range of versions, and what to do; undefined if it is one. */
export function rangeFlaw(text: string): Pick<Violation, 'what' | 'remedy'> | undefined {
  if (VersionRange.parse(text) !== undefined) return undefined;
  return {
    what: text === '' ? 'the range is empty' : `'${text}' is no range of versions`,
    remedy: 'write one such as >=1.0.0 <2.0.0, with all three numbers of each version',
  };
}
