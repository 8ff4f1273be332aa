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

/**
 * Returns true if a text is a DNS label, the form of names of namespaces, containers, volumes and catalog packages.
 *
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#dns-label-names
 * @example
 * isDnsLabel('shop-1'); // true
 * isDnsLabel('shop.eu'); // false
 */
export function isDnsLabel(text: string): boolean {
  return /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(text);
}

/** Returns true if a text is a DNS label that begins with a letter, the form of names of Services and resources. */
export function isDns1035Label(text: string): boolean {
  return isDnsLabel(text) && /^[a-z]/.test(text);
}
