import type { Kind } from '../../api/index.ts';

/**
 * The number of the shard that a resource belongs to, `0` to `shardCount - 1`.
 *
 * The same in every process and every release, for every version of the kind, and for a resource that is recreated under
 * its old name. Spread evenly, also for names with a common part.
 *
 * @param key - as {@link formatObjectKey} writes it.
 */
export function shardNumber({ group, kind }: Pick<Kind, 'group' | 'kind'>, key: string, shardCount: number): number {
  return textHash(`${kind}.${group} ${key}`) % shardCount;
}

/**
 * 32 bits of a text: FNV-1a over its UTF-16 units, and the last step of MurmurHash3, without which the low bits of
 * similar texts are alike.
 *
 * @see http://www.isthe.com/chongo/tech/comp/fnv/
 */
export function textHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
