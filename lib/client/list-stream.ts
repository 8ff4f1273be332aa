// In: the bytes of a list's answer. Out: a page of it; each object is transformed as soon as it has arrived. Pure but for
// waiting; called by HttpClient.list.

import { ConnectionError, type GroupVersionKind, isJsonObject, type Peer, type StoredObject } from '../api/index.ts';
import { describedObject, listPage } from './answer.ts';
import type { ListOptions, ListPage } from './client.ts';
import { jsonValue } from './json-text.ts';
import { ListDecoder } from './list-decoder.ts';

/** The list's kind, the server, and the requested content. */
export interface ListContext extends Pick<ListOptions, 'content' | 'transform'> {
  readonly kind: GroupVersionKind;
  readonly peer: Peer;
}

/**
 * Returns the page in a stream of bytes.
 *
 * @throws ConnectionError if it isn't a list.
 */
export async function streamedPage(chunks: AsyncIterable<Buffer>, context: ListContext): Promise<ListPage> {
  const { kind, peer, content = 'whole', transform = (object: StoredObject) => object } = context;
  const decoder = new ListDecoder();
  const items: StoredObject[] = [];
  for await (const chunk of chunks) {
    for (const text of decoder.decode(chunk)) {
      items.push(transform(describedObject(jsonObject(text, peer), kind, content)));
    }
  }
  const list = jsonObject(decoder.end(), peer);
  if (!isJsonObject(list.metadata)) throw garbled('a list without metadata', peer);
  return listPage(list, items);
}

function jsonObject(text: string, peer: Peer): Readonly<Record<string, unknown>> {
  const value = jsonValue(text, peer);
  if (!isJsonObject(value)) throw garbled(text.slice(0, 100), peer);
  return value;
}

function garbled(what: string, peer: Peer): ConnectionError {
  return new ConnectionError('garbled', peer, new Error(`this is no list: ${what}`));
}
