import { shortened } from '../../schema/index.ts';
import { oneLine } from './one-line.ts';

/**
 * The API server's maximum length of one warning if all together are too long: apiserver
 * pkg/endpoints/filters/warning.go.
 */
const longestWarning = 256;

/** The API server's maximum length of all warnings of a request, in characters. */
const longestWarnings = 4096;

/**
 * Prepares warnings for API servers, which silently drop those with control characters. A warning that is too long ends
 * in `…`, instead of in the middle of a word.
 */
export function warningTexts(warnings: readonly string[]): string[] {
  let left = longestWarnings;
  return warnings.map(clipped).filter((text) => {
    left -= [...text].length;
    return text !== '' && left >= 0;
  });
}

function clipped(warning: string): string {
  // A character is one or two code units, and several blanks become one.
  const characters = [...oneLine(shortened(warning, 16 * longestWarning))];
  return characters.length <= longestWarning
    ? characters.join('')
    : `${characters.slice(0, longestWarning - 1).join('')}…`;
}
