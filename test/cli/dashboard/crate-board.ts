import type { StoredObject } from '../../../lib/api/index.ts';
import { Board } from '../../../lib/cli/dashboard/board.ts';
import { watchedKinds } from '../../../lib/cli/dashboard/watched-kind.ts';
import { ManualClock } from '../../../lib/testing/index.ts';
import { crateOperator } from '../diff/crate.ts';

/** The time of the boards of tests. */
export const nowMs = Date.parse('2030-01-01T00:00:00Z');

/** Returns an empty board of crates and their children. */
export function crateBoard(): Board {
  const kinds = watchedKinds([crateOperator()]);
  return new Board(
    { kinds, operators: ['crate-operator'], cluster: 'https://127.0.0.1:6443/' },
    new ManualClock({ nowMs }),
  );
}

/** The fields of an object of a test, and the uid of its controller. */
export interface ObjectContent {
  readonly version?: number;
  readonly of?: string;
  readonly [field: string]: unknown;
}

/** Returns an object as an API server stores it: `ConfigMap lid` has the uid `ConfigMap-lid`. */
export function storedObject(kind: string, name: string, { version = 1, of, ...fields }: ObjectContent = {}) {
  const owner = of === undefined ? [] : [{ apiVersion: 'v1', kind: 'Any', name: 'any', uid: of, controller: true }];
  return {
    apiVersion: { Crate: 'example.com/v1', Deployment: 'apps/v1', ReplicaSet: 'apps/v1' }[kind] ?? 'v1',
    kind,
    metadata: {
      ...{ namespace: 'default', name, uid: `${kind}-${name}`, resourceVersion: String(version) },
      creationTimestamp: '2029-12-31T23:00:00Z',
      ownerReferences: owner,
    },
    ...fields,
  } satisfies StoredObject;
}

/** Adds objects to a board, as a list does. */
export function addObjects(board: Board, ...objects: readonly StoredObject[]): void {
  for (const object of objects) board.recordChange({ type: 'added', object, origin: 'list' });
}

/** Reports a change of an object to a board, as a watch does. */
export function changeObject(board: Board, previous: StoredObject, object: StoredObject): void {
  board.recordChange({ type: 'updated', object, previous, origin: 'watch' });
}
