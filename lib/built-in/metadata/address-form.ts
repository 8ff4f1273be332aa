import { isIP } from 'node:net';

/** The words for a text that is not an address. */
export const addressText = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)';

/** Returns the faults of an IP address that must be in its shortest form. */
export function addressFaults(text: string): readonly string[] {
  if (isIP(text) === 4) return [];
  if (isIP(text) === 0)
    return [isIP(text.replaceAll(/\b0+(?=\d)/g, '')) === 4 ? 'must not have leading 0s' : addressText];
  const canonical = new URL(`http://[${text}]`).hostname.slice(1, -1);
  if (canonical.startsWith('::ffff:')) return ['must not be an IPv4-mapped IPv6 address'];
  return canonical === text ? [] : [`must be in canonical form (${JSON.stringify(canonical)})`];
}
