import type { BundleProps, Icon } from '../../constructs/index.ts';
import { pictureType } from '../picture.ts';
import type { Finding } from './finding.ts';

/** The icon of a bundle. @param file - what the file that the definition names holds; without it, there is none */
export function bundleIcon({ icon: named }: BundleProps, file: Uint8Array | undefined): Icon | undefined {
  return named instanceof URL ? file && picture(file) : named;
}

/** A picture as a bundle holds it; undefined if its bytes are none that catalogs show. */
function picture(bytes: Uint8Array): Icon | undefined {
  const mediaType = pictureType(bytes);
  return mediaType && { base64: Buffer.from(bytes).toString('base64'), mediaType };
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
