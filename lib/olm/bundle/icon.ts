import type { BundleProps, Icon } from '../../constructs/index.ts';
import type { Finding } from './finding.ts';

/** How the bytes of a picture begin. */
const signatures: readonly (readonly [mediaType: Icon['mediaType'], bytes: RegExp])[] = [
  ['image/png', /^\x89PNG\r\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8/],
  ['image/svg+xml', /^(?:\xef\xbb\xbf)?\s*(?:<\?xml|<!--|<!DOCTYPE svg|<svg)/],
];

/** The icon of a bundle. @param file - what the file that the definition names holds; without it, there is none */
export function bundleIcon({ icon: named }: BundleProps, file: Uint8Array | undefined): Icon | undefined {
  return named instanceof URL ? file && picture(file) : named;
}

/** A picture as a bundle holds it; undefined if its bytes are none that catalogs show. */
function picture(bytes: Uint8Array): Icon | undefined {
  const data = Buffer.from(bytes);
  const start = data.toString('latin1', 0, 256);
  const [mediaType] = signatures.find(([, signature]) => signature.test(start)) ?? [];
  return mediaType && { base64: data.toString('base64'), mediaType };
}

/** Why an operator's icon can't be shown. @param file - as of {@link bundleIcon} */
export function iconFindings({ icon: named }: BundleProps, file: Uint8Array | undefined): Finding[] {
  if (!(named instanceof URL) || file === undefined || picture(file) !== undefined) return [];
  return [
    {
      what: `${named.href} is no picture that catalogs show`,
      why: 'they show PNG, JPEG, GIF and SVG',
      remedy: 'name a file of one of these formats in bundle.icon',
    },
  ];
}
