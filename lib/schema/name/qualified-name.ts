import { isSubdomain } from './subdomain.ts';

/**
 * Returns true if a text is a valid label key: up to 63 letters, digits, `-`, `_` and `.`, after an optional DNS subdomain
 * and `/`.
 *
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#syntax-and-character-set
 * @example
 * isQualifiedName('example.com/team'); // true
 * isQualifiedName('example.com/team/a'); // false
 */
export function isQualifiedName(text: string): boolean {
  const parts = text.split('/');
  const [name = '', domain] = parts.toReversed();
  if (parts.length > 2 || !/^[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/.test(name)) return false;
  return domain === undefined || isSubdomain(domain);
}
