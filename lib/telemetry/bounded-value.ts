/** The most of one field of a line: UTF-16 code units of a text, parts of a list or an object, and levels. */
const [longestText, longestName, mostParts, mostLevels] = [4_096, 256, 100, 10];

/** The code units that all texts of one field may have together. Log collectors cut lines at 16 KiB or more. */
const longestField = 16_384;

/** A text as a log may quote it: cut where it is too long. */
export function boundedText(text: string): string {
  return text.length <= longestText ? text : `${text.slice(0, longestText - 1).toWellFormed()}…`;
}

/** A value as a log may quote it: what it holds may be a tenant's, and as long as an object can be. */
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
    // A Date, for example, says itself how it is written.
    if (typeof part !== 'object' || part === null || 'toJSON' in part) return part;
    if (levels === mostLevels || left === 0) return '…';
    const entries = Object.entries(part).slice(0, mostParts);
    const parts = entries.map(([key, each]) => [shortened(key, longestName), bounded(each, key, levels + 1)] as const);
    return Array.isArray(part) ? parts.map(([, each]) => each) : Object.fromEntries(parts);
  };
  return bounded(value, '', 0);
}

/** A stack begins with the message of its error, behind which the frames are to be seen. */
function boundedStack(stack: string, shortened: (text: string, longest: number) => string): string {
  const frames = stack.indexOf('\n    at ');
  return frames < 0
    ? shortened(stack, longestText)
    : shortened(stack.slice(0, frames), longestText) + shortened(stack.slice(frames), longestText);
}
