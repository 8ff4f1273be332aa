// In: a board and a client. Out: the board filled, as long as the command runs. Called by `dashboard`.

import {
  formatGroupVersionKind,
  knownKind,
  type ListState,
  type StoredObject,
  writtenAnnotations,
} from '../../api/index.ts';
import { type KindWatchPorts, watchKind } from '../../runtime/index.ts';
import { thrownText } from '../../system/index.ts';
import type { Board } from './board.ts';
import type { WatchedKind } from './watched-kind.ts';

const eventKind = knownKind('v1', 'Event');

/** Watches kinds and Events for a board until the signal aborts. */
export async function watchBoard(
  board: Board,
  { kinds, ...ports }: KindWatchPorts & { readonly kinds: readonly WatchedKind[] },
  signal: AbortSignal,
): Promise<void> {
  const places = new Set(kinds.flatMap(({ namespaces }) => namespaces));
  const eventPlaces = places.has(undefined) ? [undefined] : [...places];
  await Promise.all([
    ...kinds.flatMap(({ kind, namespaces }) =>
      namespaces.map((namespace) => {
        const options = {
          ...{ kind, namespace, keep: shownPart },
          changed: board.recordChange.bind(board),
          stateChanged: (state: ListState, error?: unknown) =>
            board.recordState(formatGroupVersionKind(kind), state, error === undefined ? undefined : thrownText(error)),
        };
        return watchKind(ports, options, signal);
      }),
    ),
    ...eventPlaces.map((namespace) => {
      const options = { kind: eventKind, namespace, changed: board.recordEvent.bind(board), stateChanged() {} };
      return watchKind(ports, options, signal);
    }),
  ]);
}

/** Returns an object without the trees of its managed fields, often half of it, and without the copy that kubectl stores. */
function shownPart(object: StoredObject): StoredObject {
  const { managedFields, annotations, ...metadata } = object.metadata;
  return {
    ...object,
    metadata: {
      ...metadata,
      ...(annotations && { annotations: writtenAnnotations(annotations) }),
      ...(managedFields && { managedFields: managedFields.map(({ fieldsV1: _, ...entry }) => entry) }),
    },
  };
}
