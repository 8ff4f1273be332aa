// In: a board and a client. Out: the board filled, as long as the command runs. Called by `dashboard` and `dev`.

import {
  formatGroupVersionKind,
  knownKind,
  type ListState,
  type StoredObject,
  writtenAnnotations,
} from '../../api/index.ts';
import { managerName, type Operator } from '../../constructs/index.ts';
import { type Change, type KindWatchPorts, watchKind } from '../../runtime/index.ts';
import { thrownText } from '../../system/index.ts';
import type { Board } from './board.ts';
import { type WatchedKind, watchedNamespaces } from './watched-kind.ts';

const eventKind = knownKind('v1', 'Event');

/** Watches kinds and Events for a board until the signal aborts. */
export async function watchBoard(
  board: Board,
  { kinds, ...ports }: KindWatchPorts & { readonly kinds: readonly WatchedKind[] },
  signal: AbortSignal,
): Promise<void> {
  await Promise.all([
    ...kinds.flatMap(({ kind, namespaces }) => {
      const places = watchedPlaces(namespaces);
      /** The namespaces that aren't listed, each with its state and failure. */
      const unlisted = new Map(
        places.map((place): [typeof place, UnlistedState] => [place, ['not-listed', undefined]]),
      );
      return places.map((namespace) => {
        const options = {
          ...{ kind, namespace, keep: shownPart },
          changed: board.recordChange.bind(board),
          stateChanged: (state: ListState, error?: unknown) => {
            if (state === 'listed') unlisted.delete(namespace);
            else unlisted.set(namespace, [state, error === undefined ? undefined : thrownText(error)]);
            const [[shown, failure] = ['listed', undefined] as const] = unlisted.values();
            board.recordState(formatGroupVersionKind(kind), shown, failure);
          },
        };
        return watchKind(ports, options, signal);
      });
    }),
    ...watchedPlaces(watchedNamespaces(kinds)).map((namespace) => {
      const options = { kind: eventKind, namespace, changed: board.recordEvent.bind(board), stateChanged() {} };
      return watchKind(ports, options, signal);
    }),
  ]);
}

/** The state of a list that isn't complete, and the failure of its last attempt. */
type UnlistedState = readonly [state: ListState, failure: string | undefined];

/** Returns the namespace of each watch; undefined for all. */
function watchedPlaces(namespaces: WatchedKind['namespaces']): readonly (string | undefined)[] {
  return namespaces === 'all' ? [undefined] : namespaces;
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

const managerKinds = [knownKind('apps/v1', 'Deployment'), knownKind('coordination.k8s.io/v1', 'Lease')];

/** Watches the managers of operators for a board until the signal aborts. */
export async function watchManagers(
  board: Board,
  { operators, ...ports }: KindWatchPorts & { readonly operators: readonly Operator[] },
  signal: AbortSignal,
): Promise<void> {
  const watches = operators.flatMap(({ name, namespace }) => {
    const changed = (change: Change) => {
      if (isOfManager(change, name)) board.recordManagerObject(change);
    };
    return managerKinds.map((kind) => watchKind(ports, { kind, namespace, changed, stateChanged() {} }, signal));
  });
  await Promise.all(watches);
}

/** The Leases of shards, replicas and certificates have the operator's name as their first part. */
function isOfManager({ object: { kind, metadata } }: Change, operator: string): boolean {
  return kind === 'Lease'
    ? metadata.name === operator || metadata.name.startsWith(`${operator}-`)
    : metadata.name === managerName(operator);
}
