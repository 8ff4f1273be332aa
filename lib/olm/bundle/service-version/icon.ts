import { base64Bytes } from '../../../api/index.ts';
import type { BundleProps, Icon } from '../../../constructs/index.ts';
import { iconType } from '../../notation/icon-type.ts';
import type { ManifestFinding } from '../manifest-finding.ts';

/**
 * Returns the icon of a bundle.
 *
 * @param file - the content of the file that the definition names; without it, there is no icon.
 */
export function bundleIcon({ icon: named }: BundleProps, file: Uint8Array | undefined): Icon | undefined {
  return named instanceof URL ? file && iconOfFile(file) : named;
}

/** Converts an image to the format of a bundle; undefined if catalogs don't show its format. */
function iconOfFile(bytes: Uint8Array): Icon | undefined {
  const mediaType = iconType(bytes);
  return mediaType && { base64: Buffer.from(bytes).toString('base64'), mediaType };
}

/** Reports why catalogs can't show an operator's icon. @param file - see {@link bundleIcon}. */
export function iconFindings({ icon: named }: BundleProps, file: Uint8Array | undefined): ManifestFinding[] {
  if (named === undefined) return [];
  if (!(named instanceof URL)) return inlineIconFindings(named);
  return file === undefined || iconOfFile(file) !== undefined ? [] : [unknownIconFormat(named.href)];
}

function inlineIconFindings({ base64, mediaType }: Partial<Icon>): ManifestFinding[] {
  const bytes = typeof base64 === 'string' ? base64Bytes(base64) : undefined;
  if (bytes === undefined || bytes.length === 0) {
    return [
      {
        what: 'bundle.icon is not an image in base64',
        why: 'a bundle holds the bytes of the image',
        remedy: "name the file instead, such as new URL('icon.svg', import.meta.url)",
      },
    ];
  }
  const type = iconType(bytes);
  if (type === undefined) return [unknownIconFormat('bundle.icon')];
  return type === mediaType
    ? []
    : [
        {
          what: `bundle.icon has the media type ${mediaType ?? 'nothing'}`,
          why: `its bytes are ${type}`,
          remedy: `write mediaType: '${type}'`,
        },
      ];
}

function unknownIconFormat(name: string): ManifestFinding {
  return {
    what: `${name} is not an image that catalogs show`,
    why: 'they show PNG, JPEG, GIF and SVG',
    remedy: 'name a file of one of these formats in bundle.icon',
  };
}
