import { isJsonObject } from '../api/index.ts';
import { textOrEmpty } from '../schema/index.ts';

/** Returns the namespace of a review of either kind, as claimed by the client; empty if there is none. */
export function reviewNamespace(body: unknown): string {
  const request = reviewField(body, 'request');
  const objects = reviewField(request, 'objects');
  const first: unknown = Array.isArray(objects) ? objects[0] : undefined;
  const namespace = reviewField(request, 'namespace') ?? reviewField(reviewField(first, 'metadata'), 'namespace');
  return textOrEmpty(namespace);
}

function reviewField(value: unknown, name: string): unknown {
  return isJsonObject(value) ? value[name] : undefined;
}
