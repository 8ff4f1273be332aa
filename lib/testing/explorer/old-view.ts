// In: the request of a manager that begins with a list, and an older version. Out: the list as it was, and the changes since. Called by fault
// injectors for a manager that starts while its API server lags behind.

import { apiVersion, isJsonObject, type JsonObject } from '../../api/index.ts';
import type { ApiRequest, Transport } from '../../client/index.ts';
import { isJsonList } from '../../schema/index.ts';
import { endOfListAnnotation } from '../embedded/read/object-watch.ts';
import { lineOf } from './faulty-watch.ts';

/** Yields the events of a streamed list at a version, and then of a watch from that version on. */
export async function* oldView(
  request: ApiRequest,
  version: number,
  cluster: Pick<Transport, 'send' | 'stream'>,
): AsyncGenerator<Buffer> {
  const {
    sendInitialEvents: _,
    resourceVersionMatch: _1,
    watch,
    allowWatchBookmarks,
    ...selection
  } = request.query ?? {};
  const resourceVersion = String(version);
  const { timeoutSeconds: _2, ...selectors } = selection;
  const list = await cluster.send({
    ...request,
    accept: request.accept?.replace('as=PartialObjectMetadata;', 'as=PartialObjectMetadataList;'),
    query: { ...selectors, resourceVersion, resourceVersionMatch: 'Exact' },
  });
  const type = listedType(request);
  const items = isJsonObject(list) && isJsonList(list.items) ? list.items.filter(isJsonObject) : [];
  for (const item of items) yield lineOf({ type: 'ADDED', object: { ...type, ...item } });
  const metadata = { resourceVersion, annotations: { [endOfListAnnotation]: 'true' } };
  yield lineOf({ type: 'BOOKMARK', object: { ...type, metadata } });
  yield* cluster.stream({ ...request, query: { ...selection, watch, allowWatchBookmarks, resourceVersion } });
}

/** The items of a list have no kind and version of their own. */
function listedType({ call: { kind } }: ApiRequest): JsonObject {
  return kind === undefined ? {} : { apiVersion: apiVersion(kind), kind: kind.kind };
}
