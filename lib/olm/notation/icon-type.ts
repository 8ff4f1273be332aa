import type { Icon } from '../../constructs/index.ts';

/** The first bytes of an image that isn't text: pattern → media type. */
const signatures: readonly (readonly [RegExp, Icon['mediaType']])[] = [
  [/^\x89PNG\r\n/, 'image/png'],
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^GIF8[79]a/, 'image/gif'],
];

const vectorType = 'image/svg+xml';

/** The media types of the icons that consoles show. */
export const iconTypes: readonly string[] = [...signatures.map(([, type]) => type), vectorType];

/** Returns the media type of an icon by its bytes; undefined if consoles don't show it. */
export function iconType(bytes: Uint8Array): Icon['mediaType'] | undefined {
  const text = Buffer.from(bytes).toString('latin1');
  const found = signatures.find(([pattern]) => pattern.test(text));
  return found === undefined && /^<svg[\s/>]/i.test(text.slice(rootElementIndex(text))) ? vectorType : found?.[1];
}

/** Returns the index of an XML document's first element: declarations and comments of any length come before it. */
function rootElementIndex(text: string): number {
  let index = text.startsWith('\xef\xbb\xbf') ? 3 : 0;
  for (let end: number | undefined = index; end !== undefined; end = prologPartEnd(text, index)) index = end;
  return index;
}

function prologPartEnd(text: string, index: number): number | undefined {
  if (text.startsWith('<!--', index)) {
    const end = text.indexOf('-->', index + 4);
    return end === -1 ? undefined : end + 3;
  }
  const part = /\s+|<\?[^>]*>|<!DOCTYPE[^>[]*(?:\[[^\]]*\][^>]*)?>/iy;
  part.lastIndex = index;
  return part.test(text) ? part.lastIndex : undefined;
}
