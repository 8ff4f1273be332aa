import type { Icon } from '../../constructs/index.ts';

/** The first bytes of an image: pattern → media type. SVG is text, and may begin with a declaration. */
const signatures: readonly (readonly [RegExp, Icon['mediaType']])[] = [
  [/^\x89PNG\r\n/, 'image/png'],
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^GIF8[79]a/, 'image/gif'],
  [/^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*|<!--(?:(?!-->).)*-->\s*|<!DOCTYPE[^>]*>\s*)*<svg[\s/>]/is, 'image/svg+xml'],
];

/** The media types of the icons that consoles show. */
export const iconTypes: readonly string[] = signatures.map(([, type]) => type);

/** Returns the media type of an icon by its bytes; undefined if consoles don't show it. */
export function iconType(bytes: Uint8Array): Icon['mediaType'] | undefined {
  const text = Buffer.from(bytes.subarray(0, 4096)).toString('latin1');
  return signatures.find(([pattern]) => pattern.test(text))?.[1];
}
