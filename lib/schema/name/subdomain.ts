/**
 * Returns true if a text is a DNS subdomain, the form of most object names: up to 253 lower-case letters, digits, `-` and
 * `.`, with a letter or digit at both ends of each label.
 *
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#dns-subdomain-names
 * @example
 * isSubdomain('db.example.com'); // true
 * isSubdomain('DB'); // false
 */
export function isSubdomain(text: string): boolean {
  return text.length <= 253 && /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/.test(text);
}
