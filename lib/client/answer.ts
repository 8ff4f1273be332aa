// JSON that an API server sent goes in, typed objects come out: the one place where its word is taken for their form.
// Called by HttpClient and the watch stream.

import { apiVersion, type Kind, type StoredObject } from '../api/index.ts';
import type { ListPage, ServerVersion } from './client.ts';

/** An answer that is one object. */
export function storedObject(answer: unknown): StoredObject {
  return answer as StoredObject;
}

/** An answer that is a page of a list. Items say what they are, which built-in kinds leave out in lists. */
export function listPage(answer: unknown, kind: Kind): ListPage {
  const { metadata, items } = answer as {
    readonly metadata: {
      readonly resourceVersion: string;
      readonly continue?: string;
      readonly remainingItemCount?: number;
    };
    readonly items: readonly object[] | null;
  };
  const named = { apiVersion: apiVersion(kind), kind: kind.kind };
  return {
    resourceVersion: metadata.resourceVersion,
    continue: metadata.continue === '' ? undefined : metadata.continue,
    ...(metadata.remainingItemCount !== undefined && { remainingItemCount: metadata.remainingItemCount }),
    items: (items ?? []).map((item) => storedObject({ ...named, ...item })),
  };
}

/** An answer that is the server's version. */
export function serverVersion(answer: unknown): ServerVersion {
  const { major, minor, gitVersion } = answer as ServerVersion;
  return { major, minor, gitVersion };
}
