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
