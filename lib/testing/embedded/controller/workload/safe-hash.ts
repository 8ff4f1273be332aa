import { nameAlphabet } from '../../name-suffix.ts';

const prime = 16_777_619;
const offset = 2_166_136_261;

/** Returns the 32-bit FNV-1 hash of texts in UTF-8, as Go's `hash/fnv`. @see http://www.isthe.com/chongo/tech/comp/fnv/ */
export function fnv(...texts: readonly string[]): number {
  let hash = offset;
  for (const byte of Buffer.from(texts.join(''), 'utf8')) hash = Math.imul(hash, prime) ^ byte;
  return hash >>> 0;
}

/** Returns the 32-bit FNV-1a hash of a text in UTF-8. */
export function fnvA(text: string): number {
  let hash = offset;
  for (const byte of Buffer.from(text, 'utf8')) hash = Math.imul(hash ^ byte, prime);
  return hash >>> 0;
}

/** Returns a hash for names, in the characters of Kubernetes' generated names. */
export function safeHash(hash: number): string {
  return [...String(hash)]
    .map((digit) => nameAlphabet[(digit.codePointAt(0) ?? 0) % nameAlphabet.length] ?? '')
    .join('');
}
