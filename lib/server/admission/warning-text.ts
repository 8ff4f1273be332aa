import { shortened } from '../../schema/index.ts';
import { oneLine } from './one-line.ts';

/** What the API server keeps of one warning once all of them are too long: apiserver pkg/endpoints/filters/warning.go. */
const longestWarning = 256;

/** What the API server keeps of all warnings of a request, in characters, likewise. */
const longestWarnings = 4096;

/**
 * Warnings as an API server passes them on, which silently drops those with control characters.
 * What is too long is cut, so that it ends in `…` and not in the middle of a word without a sign.
 */
export function warningTexts(warnings: readonly string[]): string[] {
  let left = longestWarnings;
  return warnings.map(clipped).filter((text) => {
    left -= [...text].length;
    return text !== '' && left >= 0;
  });
}

function clipped(warning: string): string {
  // A character is one code unit or two, and blanks in a row become one.
  const characters = [...oneLine(shortened(warning, 16 * longestWarning))];
  return characters.length <= longestWarning
    ? characters.join('')
    : `${characters.slice(0, longestWarning - 1).join('')}…`;
}
