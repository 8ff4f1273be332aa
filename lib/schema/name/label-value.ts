/**
 * Returns true if a text is a valid label value: empty, or up to 63 letters, digits, `-`, `_` and `.`, with a letter or
 * digit at both ends.
 *
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#syntax-and-character-set
 * @example
 * isLabelValue('v1.2_rc'); // true
 * isLabelValue('team a'); // false
 */
export function isLabelValue(text: string): boolean {
  return /^(?:[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?$/.test(text);
}
