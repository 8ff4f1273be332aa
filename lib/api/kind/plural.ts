/**
 * Returns the plural of a lower-case English noun, as Kubernetes tools form it: `database` → `databases`, `policy` →
 * `policies`, `ingress` → `ingresses`. Irregular words need an explicit plural.
 */
export function pluralOf(singular: string): string {
  if (/[^aeiou]y$/.test(singular)) return `${singular.slice(0, -1)}ies`;
  if (/(s|x|z|ch|sh)$/.test(singular)) return `${singular}es`;
  return `${singular}s`;
}
