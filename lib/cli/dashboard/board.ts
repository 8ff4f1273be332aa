// In: the changes of watched objects and Events. Out: the rows and details that the page shows, without the values of
// Secrets. Filled by `watchBoard`, read by the streams of `DashboardServer`.

import {
  conditionsOf,
  formatGroupVersionKind,
  groupVersionKind,
  type ListState,
  type StoredObject,
} from '../../api/index.ts';
import { type Clock, timestamp } from '../../clock/index.ts';
import type { Change } from '../../runtime/index.ts';
import { BoundedMap } from '../../schema/index.ts';
import { yamlDocument } from '../../yaml/index.ts';
import { changedFieldNames } from '../diff/changed-field.ts';
import { redactedSecret } from '../diff/redacted-secret.ts';
import { unifiedDiff } from '../diff/unified-diff.ts';
import type {
  BoardReport,
  EndedReconcile,
  KindReport,
  ManagerReport,
  ManagerWork,
  ObjectDetail,
  ResourceRow,
  TimelineEntry,
} from './message.ts';
import { ObservedEvents } from './observed-events.ts';
import { ObservedManager } from './observed-manager.ts';
import { ObservedObjects, objectHealth } from './observed-objects.ts';
import { newestFirst, objectTimeline } from './timeline.ts';
import type { WatchedKind } from './watched-kind.ts';

/** The maximum number of changes that the board keeps of each tree. */
const mostChanges = 40;

/** The maximum number of objects whose state before the last change the board keeps. */
const mostPrevious = 2_000;

/** Receives the changes of a board. */
export interface BoardReader {
  kindsChanged(): void;
  /** @param uids - an object that has changed, and the objects above it. */
  objectsChanged(uids: readonly string[]): void;
  managerChanged(): void;
}

/** The content of a board. */
export interface BoardOptions extends Omit<BoardReport, 'kinds'> {
  readonly kinds: readonly WatchedKind[];
  /** @default one without reports */
  readonly manager?: ObservedManager;
}

/** The custom resources of operators, with their trees, Events and changes since its start. */
export class Board {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #shown: Omit<BoardReport, 'kinds'>;
  readonly #kinds: Map<string, KindReport>;
  readonly #objects = new ObservedObjects();
  readonly #events = new ObservedEvents();
  readonly #manager: ObservedManager;
  /** Uid of a top → the changes in its tree. */
  readonly #changes = new Map<string, TimelineEntry[]>();
  readonly #previous = new BoundedMap<string, { readonly object: StoredObject; readonly at: string }>(mostPrevious);
  readonly #readers = new Set<Partial<BoardReader>>();

  constructor({ kinds, manager = new ObservedManager(), ...shown }: BoardOptions, clock: Pick<Clock, 'now'>) {
    this.#manager = manager;
    this.#clock = clock;
    this.#shown = shown;
    this.#kinds = new Map(
      kinds.map(({ kind, role }) => {
        const id = formatGroupVersionKind(kind);
        return [id, { id, kind: kind.kind, role, state: 'not-listed' }];
      }),
    );
  }

  get report(): BoardReport {
    return { ...this.#shown, kinds: [...this.#kinds.values()] };
  }

  get managerReport(): ManagerReport {
    return this.#manager.report;
  }

  /** The uids of all custom resources. */
  get resources(): readonly string[] {
    return [...this.#objects.values()].filter((object) => this.#isResource(object)).map(({ metadata }) => metadata.uid);
  }

  /** Adds a reader of some of the changes. @returns a function that removes it. */
  read(reader: Partial<BoardReader>): () => void {
    this.#readers.add(reader);
    return () => this.#readers.delete(reader);
  }

  /** Records that a kind is listed, or isn't. */
  recordState(id: string, state: ListState, failure?: string): void {
    const known = this.#kinds.get(id);
    if (known === undefined || (known.state === state && known.failure === failure)) return;
    this.#kinds.set(id, { ...known, state, failure });
    for (const reader of this.#readers) reader.kindsChanged?.();
  }

  /** Records a change of an object. */
  recordChange(change: Change): void {
    this.#objects.record(change);
    const { type, object } = change;
    const chain = this.#objects.controllerChain(object);
    if (change.origin === 'watch' && type !== 'added') this.#recordHistory(change, chain.at(-1) ?? object);
    if (type === 'deleted') {
      this.#previous.delete(object.metadata.uid);
      this.#changes.delete(object.metadata.uid);
      this.#manager.forget(object.metadata.uid);
    }
    const above = change.type === 'updated' ? this.#objects.controllerChain(change.previous) : [];
    this.#inform([...chain, ...above].map(({ metadata }) => metadata.uid));
  }

  /** Records a change of an Event. */
  recordEvent(change: Change): void {
    const uid = this.#events.record(change);
    const object = this.#objects.get(uid);
    if (object !== undefined) this.#inform(this.#objects.controllerChain(object).map(({ metadata }) => metadata.uid));
  }

  /** Records the end of a reconcile. */
  recordReconcile(ended: EndedReconcile): void {
    this.#manager.recordReconcile(ended, timestamp(this.#clock.now()));
    if (ended.uid !== undefined) this.#inform([ended.uid]);
    for (const reader of this.#readers) reader.managerChanged?.();
  }

  /** Records the queues and caches of the manager. @param work - undefined: it has ended. */
  recordWork(work: ManagerWork | undefined): void {
    this.#manager.recordWork(work);
    for (const reader of this.#readers) reader.managerChanged?.();
  }

  /** Records a change of an object that shows a manager in the cluster. */
  recordManagerObject(change: Change): void {
    this.#manager.recordObject(change);
    for (const reader of this.#readers) reader.managerChanged?.();
  }

  /** Returns the row of a custom resource; undefined if it doesn't exist, or isn't one. */
  row(uid: string): ResourceRow | undefined {
    const object = this.#objects.get(uid);
    if (object === undefined || !this.#isResource(object)) return undefined;
    const [, ...children] = this.#objects.tree(object).objects;
    const { namespace, name, creationTimestamp } = object.metadata;
    return {
      ...{ uid, kind: object.kind, namespace, name, createdAt: creationTimestamp, ...objectHealth(object) },
      childCount: children.length,
      readyCount: children.filter(({ object: child }) => objectHealth(child).health === 'ready').length,
    };
  }

  /** Returns the detail of an object; undefined if it doesn't exist. */
  detail(uid: string): ObjectDetail | undefined {
    const object = this.#objects.get(uid);
    if (object === undefined) return undefined;
    const top = this.#objects.controllerChain(object).at(-1) ?? object;
    const { objects, isCut } = this.#objects.tree(top);
    const { namespace, name, creationTimestamp } = object.metadata;
    return {
      ...{ uid, kind: object.kind, apiVersion: object.apiVersion, namespace, name, ...objectHealth(object) },
      createdAt: creationTimestamp,
      tree: objects.map(({ object: each, level }) => ({
        ...{ uid: each.metadata.uid, level, kind: each.kind, name: each.metadata.name },
        ...objectHealth(each),
      })),
      isCut,
      conditions: conditionsOf(object.status).map(({ lastTransitionTime, ...condition }) => ({
        ...condition,
        at: lastTransitionTime,
      })),
      timeline: this.#timeline(object),
      lastChange: this.#lastChange(object),
      manifest: shownText(object),
    };
  }

  #timeline(object: StoredObject): readonly TimelineEntry[] {
    const { uid } = object.metadata;
    const below = this.#objects.tree(object).objects;
    return newestFirst([
      ...below.flatMap(({ object: each }) => [...objectTimeline(each), ...this.#events.of(each.metadata.uid)]),
      ...(this.#changes.get(uid) ?? []),
      ...this.#manager.of(uid),
    ]);
  }

  #lastChange(object: StoredObject): ObjectDetail['lastChange'] {
    const previous = this.#previous.get(object.metadata.uid);
    if (previous === undefined) return undefined;
    const before = shownText(previous.object, object, 'before');
    const after = shownText(object, previous.object, 'after');
    return { at: previous.at, diff: unifiedDiff(before, after, { before: 'before', after: 'after' }) };
  }

  #recordHistory(change: Change, top: StoredObject): void {
    if (!this.#isResource(top)) return;
    const { object } = change;
    const at = timestamp(this.#clock.now());
    const fields = change.type === 'updated' ? changedFieldNames(change.previous, object) : undefined;
    if (change.type === 'updated') {
      if (fields === '') return;
      this.#previous.set(object.metadata.uid, { object: change.previous, at });
    }
    const entry = { at, object: `${object.kind} ${object.metadata.name}`, isWarning: false };
    const { uid } = top.metadata;
    const changes = this.#changes.get(uid) ?? [];
    changes.push(
      fields === undefined
        ? { ...entry, source: 'deleted', text: 'was deleted' }
        : { ...entry, source: 'changed', text: `changed in ${fields}` },
    );
    this.#changes.set(uid, changes.slice(-mostChanges));
  }

  #isResource(object: StoredObject): boolean {
    return this.#kinds.get(formatGroupVersionKind(groupVersionKind(object)))?.role === 'resource';
  }

  #inform(uids: readonly string[]): void {
    for (const reader of this.#readers) reader.objectsChanged?.(uids);
  }
}

/**
 * Returns an object as YAML, without bookkeeping and without the values of a Secret.
 *
 * @param other - the same object before or after its change.
 * @param note - marks the values that differ from the other one's.
 */
function shownText(object: StoredObject, other?: StoredObject, note = ''): string {
  const { managedFields: _, resourceVersion: __, ...metadata } = object.metadata;
  return yamlDocument(redactedSecret({ ...object, metadata }, other, note));
}
