import type { Kind, StoredObject } from '../api/index.ts';
import type { Client, ListOptions, ListPage } from './client.ts';

/** The number of objects in one page of a list, as in kubectl and the informers of Kubernetes itself. */
export const pageSize = 500;

/** Yields the objects of all pages of a list. */
export async function* listedObjects(
  client: Pick<Client, 'list'>,
  kind: Kind,
  options: ListOptions = {},
): AsyncGenerator<StoredObject> {
  let next: string | undefined;
  do {
    const page: ListPage = await client.list(kind, { limit: pageSize, ...options, continue: next });
    yield* page.items;
    next = page.continue;
  } while (next !== undefined);
}
