// JSON that an API server sent goes in, typed objects come out: the one place where its word is taken for their form.
// Called by HttpClient, and for what comes in lists and watches.

import { apiVersion, type GroupVersionKind, type JsonObject, type StoredObject } from '../api/index.ts';
import type { ListPage, ObjectContent, ServerVersion } from './client.ts';

/** An answer that is one object. */
export function storedObject(answer: unknown): StoredObject {
  return answer as StoredObject;
}

/**
 * An object in a list or a watch. It says what it is, which built-in kinds leave out in lists; nor does a server say it
 * where it sends metadata alone, and one that can't do that sends all.
 */
export function describedObject(answer: object, kind: GroupVersionKind, content: ObjectContent): StoredObject {
  const described = { apiVersion: apiVersion(kind), kind: kind.kind };
  if (content === 'whole') return storedObject('kind' in answer ? answer : { ...described, ...answer });
  return storedObject({ ...described, metadata: storedObject(answer).metadata });
}

/** An answer that is a page of a list, with its items. */
export function listPage(answer: unknown, items: readonly StoredObject[]): ListPage {
  const { metadata } = answer as {
    readonly metadata: {
      readonly resourceVersion: string;
      readonly continue?: string;
      readonly remainingItemCount?: number;
    };
  };
  return {
    resourceVersion: metadata.resourceVersion,
    continue: metadata.continue === '' ? undefined : metadata.continue,
    ...(metadata.remainingItemCount !== undefined && { remainingItemCount: metadata.remainingItemCount }),
    items,
  };
}

/** An answer that is an OpenAPI document. */
export function openApiDocument(answer: unknown): JsonObject {
  return answer as JsonObject;
}

/** An answer that is the server's version. */
export function serverVersion(answer: unknown): ServerVersion {
  const { major, minor, gitVersion } = answer as ServerVersion;
  return { major, minor, gitVersion };
}
