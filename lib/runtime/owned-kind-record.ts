// In: the kinds that controllers own, and the annotation of the leader's Lease with those that earlier releases owned.
// Out: the annotation with both, and a report of the kinds that no controller owns any more. Called by the election of
// the leader.
//
// A kind that isn't declared can't be listed, because the operator has no right to. So the declared kinds are recorded
// in an object that the operator writes anyway: in the write that acquires the Lease, before a child of a new kind can
// be created.

import { formatGroupKind, isJsonObject, type Kind, type StoredObject } from '../api/index.ts';
import type { Logger } from '../telemetry/index.ts';

/** `{"Shelf.example.com":["ConfigMap","Deployment.apps"]}`: kind of resource → kinds of children. */
export const ownedKindsAnnotation = 'operand/owned-kinds';

/** More than any operator owns: the annotation may have been edited by hand. */
const longestRecord = 100_000;

/** The recorded parts of a controller. */
export interface RecordedController {
  readonly kind: Kind;
  readonly owns: readonly Kind[];
  readonly retires: readonly { readonly kind: Kind }[];
}

/** The numbers of objects in the cluster. */
export interface OwnedKindRecordPorts {
  readonly logger: Logger;
  readonly events: {
    record(
      lease: StoredObject,
      event: { readonly type: 'Warning'; readonly reason: 'KindDropped'; readonly message: string },
    ): void;
  };
  readonly metrics: { droppedKinds(count: number): void };
  /** Returns how many resources of a kind are cached. */
  readonly resourceCount: (kind: Kind) => number;
  /** Returns how many children of a retired kind are left; undefined if that isn't known. */
  readonly childCount: (resource: Kind, child: Kind) => number | undefined;
}

/** A parsed record: kind of resource → kinds of children. */
type OwnedKinds = ReadonlyMap<string, ReadonlySet<string>>;

/** The kinds of children that an operator has owned, from release to release, as noted in the leader's Lease. */
export class OwnedKindRecord {
  readonly #controllers: readonly RecordedController[];
  readonly #ports: OwnedKindRecordPorts;
  #stored: OwnedKinds = new Map();
  #isReported = false;

  constructor(controllers: readonly RecordedController[], ports: OwnedKindRecordPorts) {
    this.#controllers = controllers;
    this.#ports = ports;
  }

  /**
   * The annotations to write into the Lease: the recorded kinds and the owned kinds, without kinds known to have no
   * objects left.
   */
  annotations(stored: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
    this.#stored = parsedRecord(stored[ownedKindsAnnotation]);
    const kinds = new Map<string, Set<string>>();
    for (const [resource, children] of this.#stored) {
      const left = [...children].filter((child) => !this.#isKindGone(resource, child));
      if (left.length > 0) kinds.set(resource, new Set(left));
    }
    for (const { kind, owns } of this.#controllers) {
      const name = formatGroupKind(kind);
      const known = kinds.get(name) ?? [];
      if (owns.length > 0) kinds.set(name, new Set([...known, ...owns.map(formatGroupKind)]));
    }
    const sorted = [...kinds].map(([resource, children]) => [resource, [...children].sort()] as const).sort();
    return { [ownedKindsAnnotation]: JSON.stringify(Object.fromEntries(sorted)) };
  }

  /** Reports, once in a process, which recorded kinds no controller owns or retires. */
  onTermBegin(lease: StoredObject): void {
    if (this.#isReported) return;
    this.#isReported = true;
    const { logger, events, metrics } = this.#ports;
    const dropped = [...this.#stored].flatMap(([resource, children]) =>
      [...children].flatMap((child) => this.#droppedKinds(resource, child)),
    );
    metrics.droppedKinds(dropped.length);
    for (const { message, ...fields } of dropped) {
      logger.warn('a kind of children is no longer owned', { ...fields, remedy: message });
      events.record(lease, { type: 'Warning', reason: 'KindDropped', message });
    }
  }

  #droppedKinds(
    resource: string,
    child: string,
  ): { resourceKind: string; childKind: string; resourceCount?: number; message: string }[] {
    const controller = this.#controllerFor(resource);
    const kinds = { resourceKind: resource, childKind: child };
    if (controller === undefined) {
      const message = `no controller is for ${resource} any more: its resources and their children of kind ${child} stay as they are; delete the resources, or bring the controller back`;
      return [{ ...kinds, message }];
    }
    const resourceCount = this.#ports.resourceCount(controller.kind);
    if (resourceCount === 0 || isKindNamed(child, controller)) return [];
    const message = `an earlier release made children of kind ${child} for ${resource}, of which there are ${resourceCount}, and this one doesn't own the kind: they stay as they are; name the kind in \`retires\`, with whenDropped 'delete' or 'keep'`;
    return [{ ...kinds, resourceCount, message }];
  }

  /**
   * Returns true if a kind needs no further report: no child of it is left, or the report that it has no controller was
   * logged.
   */
  #isKindGone(resource: string, child: string): boolean {
    const controller = this.#controllerFor(resource);
    if (controller === undefined) return this.#isReported;
    const retired = controller.retires.find(({ kind }) => formatGroupKind(kind) === child);
    return retired !== undefined && this.#ports.childCount(controller.kind, retired.kind) === 0;
  }

  #controllerFor(resource: string): RecordedController | undefined {
    return this.#controllers.find(({ kind }) => formatGroupKind(kind) === resource);
  }
}

function isKindNamed(child: string, { owns, retires }: RecordedController): boolean {
  return [...owns, ...retires.map(({ kind }) => kind)].some((kind) => formatGroupKind(kind) === child);
}

/** Parses a record; empty if the text isn't one, and the next write replaces it. */
function parsedRecord(text = '{}'): OwnedKinds {
  const value = text.length > longestRecord ? undefined : jsonIfParseable(text);
  if (!isJsonObject(value)) return new Map();
  return new Map(
    Object.entries(value).map(([resource, children]) => [
      resource,
      new Set(Array.isArray(children) ? children.filter((child) => typeof child === 'string') : []),
    ]),
  );
}

function jsonIfParseable(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
