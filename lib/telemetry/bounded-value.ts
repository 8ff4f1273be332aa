/**
 * The limits of one field of a line: UTF-16 code units of a text and of a name, parts of a list or an object, and levels.
 */
const [longestText, longestName, mostParts, mostLevels] = [4_096, 256, 100, 10];

/** The maximum number of code units in all texts of one field. Log collectors cut lines at 16 KiB or more. */
const longestField = 16_384;

/** Returns a text for a log, shortened if it is too long. */
export function boundedText(text: string): string {
  return text.length <= longestText ? text : `${text.slice(0, longestText - 1).toWellFormed()}…`;
}

/**
 * Returns a value for a log, with bounded texts, parts and levels. A value may come from a tenant, and be as long as an
 * object can be.
 */
export function boundedValue(value: unknown): unknown {
  let left = longestField;
  const shortened = (text: string, longest: number): string => {
    const most = Math.min(longest, left);
    const kept = text.length <= most ? text : `${text.slice(0, Math.max(0, most - 1)).toWellFormed()}…`;
    left = Math.max(0, left - kept.length);
    return kept;
  };
  const bounded = (part: unknown, name: string, levels: number): unknown => {
    if (typeof part === 'string')
      return name === 'stack' ? boundedStack(part, shortened) : shortened(part, longestText);
    // A Date, for example, has its own JSON form.
    if (typeof part !== 'object' || part === null || 'toJSON' in part) return part;
    if (levels === mostLevels || left === 0) return '…';
    const entries = Object.entries(part).slice(0, mostParts);
    const parts = entries.map(([key, each]) => [shortened(key, longestName), bounded(each, key, levels + 1)] as const);
    return Array.isArray(part) ? parts.map(([, each]) => each) : Object.fromEntries(parts);
  };
  return bounded(value, '', 0);
}

/** Bounds message and frames of a stack separately: a long message must not cut off the frames. */
function boundedStack(stack: string, shortened: (text: string, longest: number) => string): string {
  const frames = stack.indexOf('\n    at ');
  return frames < 0
    ? shortened(stack, longestText)
    : shortened(stack.slice(0, frames), longestText) + shortened(stack.slice(frames), longestText);
}
