// In: kinds that the library doesn't know. Out: their shapes as the API server publishes them, once a reconcile needs
// them. Called when a child differs, perhaps only because its shape is unknown. Shared by all controllers.

import {
  apiVersion,
  formatGroupVersionKind,
  groupVersionKind,
  isJsonObject,
  isSameKind,
  type JsonObject,
  type Kind,
} from '../../../api/index.ts';
import type { Client } from '../../../client/index.ts';
import { type Clock, untilAborted } from '../../../clock/index.ts';
import { fieldsAt } from '../../../schema/index.ts';
import { type FieldShape, objectMeta } from './field-shape.ts';
import { isShapeBuiltIn, type ShapeOf, shapeOfKind } from './kind-shape.ts';
import { SchemaShapes } from './schema-shape.ts';

/** The time for which a document is used before its hash is checked again on demand. */
const lifetimeMs = 600_000;

/** The same for a document that shows no shape of a kind: it is published some time after its definition. */
const patienceMs = 60_000;

/** The time for which the hashes of documents are used: they serve the documents that are read at a start. */
const hashesLifetimeMs = 10_000;

/** The shapes that one document has shown. */
interface ReadDocument {
  readonly shapes: ReadonlyMap<string, FieldShape>;
  /** Undefined if the document could not be read. */
  readonly hash: string | undefined;
  readonly sinceMs: number;
}

/** The dependencies of {@link PublishedShapes}. */
export interface PublishedShapesPorts {
  readonly client: Pick<Client, 'openApi' | 'openApiHashes'>;
  readonly clock: Pick<Clock, 'monotonic'>;
}

/**
 * The shapes of custom resources and of kinds of aggregated API servers, as their API server publishes them. If they
 * can't be read, nothing is known, which is safe: at worst there is a difference too many.
 *
 * A document is read once for all kinds in it, also for concurrent callers, and read again only if its hash has
 * changed. Only the shapes of the given kinds are kept.
 */
export class PublishedShapes {
  readonly #ports: PublishedShapesPorts;
  readonly #kinds: readonly Kind[];
  /** By group and version, as all maps here. */
  readonly #documents = new Map<string, ReadDocument>();
  readonly #requests = new Map<string, Promise<void>>();
  #hashes: { readonly known: Promise<ReadonlyMap<string, string>>; readonly sinceMs: number } | undefined;

  /** @param kinds - the kinds that callers will ask for. */
  constructor(ports: PublishedShapesPorts, kinds: readonly Kind[]) {
    this.#ports = ports;
    this.#kinds = kinds.filter((kind) => !isShapeBuiltIn({ apiVersion: apiVersion(kind), kind: kind.kind }));
  }

  /** Returns the known shape of an object's kind. Sends no request. */
  readonly of: ShapeOf = (object) => {
    const read = this.#documents.get(object.apiVersion);
    const shape = read?.shapes.get(formatGroupVersionKind(groupVersionKind(object)));
    return shape !== undefined && this.#ageMs(read) < lifetimeMs ? shape : shapeOfKind(object);
  };

  /**
   * Requests the shape of a kind, unless it is known or was requested lately. No response of the server makes it fail.
   *
   * @returns true if more is known than before.
   * @throws the signal's reason when `signal` is or becomes aborted; the document is still read to its end for other
   *   callers.
   */
  async learn(kind: Kind, signal: AbortSignal): Promise<boolean> {
    const name = formatGroupVersionKind(kind);
    if (!this.#kinds.some((known) => formatGroupVersionKind(known) === name)) return false;
    const read = this.#documents.get(apiVersion(kind));
    const isKnown = read?.shapes.has(name) === true;
    if (this.#ageMs(read) < (isKnown ? lifetimeMs : patienceMs)) return false;
    await untilAborted(this.#readDocument(kind), signal);
    signal.throwIfAborted();
    return this.#documents.get(apiVersion(kind))?.shapes.has(name) === true;
  }

  #ageMs(read: Pick<ReadDocument, 'sinceMs'> | undefined): number {
    return this.#ports.clock.monotonic() - (read?.sinceMs ?? Number.NEGATIVE_INFINITY);
  }

  /** Reads the document of a kind, or waits until it has been read for another caller. */
  async #readDocument(kind: Kind): Promise<void> {
    const version = apiVersion(kind);
    const underWay = this.#requests.get(version);
    if (underWay !== undefined) return await underWay;
    const request = this.#requestDocument(kind).then((read) => {
      this.#documents.set(version, { ...read, sinceMs: this.#ports.clock.monotonic() });
      this.#requests.delete(version);
    });
    this.#requests.set(version, request);
    await request;
  }

  async #requestDocument(kind: Kind): Promise<Omit<ReadDocument, 'sinceMs'>> {
    const version = apiVersion(kind);
    const before = this.#documents.get(version);
    try {
      const hash = (await this.#currentHashes()).get(version);
      if (hash === undefined) return { shapes: new Map(), hash };
      if (before?.hash === hash) return before;
      const document = await this.#ports.client.openApi(kind, { hash });
      const described = this.#kinds.flatMap((known): [string, FieldShape][] => {
        const shape = apiVersion(known) === version ? shapeInDocument(document, known) : undefined;
        return shape === undefined ? [] : [[formatGroupVersionKind(known), shape]];
      });
      return { shapes: new Map(described), hash };
    } catch {
      this.#hashes = undefined;
      return { shapes: new Map(), hash: undefined };
    }
  }

  #currentHashes(): Promise<ReadonlyMap<string, string>> {
    if (this.#hashes === undefined || this.#ageMs(this.#hashes) >= hashesLifetimeMs) {
      this.#hashes = { known: this.#ports.client.openApiHashes(), sinceMs: this.#ports.clock.monotonic() };
    }
    return this.#hashes.known;
  }
}

/**
 * The shape of a kind in an OpenAPI document; undefined if the document doesn't describe it, or describes it in an
 * unknown form.
 */
export function shapeInDocument({ components }: JsonObject, kind: Kind): FieldShape | undefined {
  const schemas = fieldsAt(components, 'schemas');
  const [name, schema] = Object.entries(schemas).find(([, candidate]) => isOfKind(candidate, kind)) ?? [];
  if (!isJsonObject(schema) || !isJsonObject(schema.properties)) return undefined;
  const { metadata: _, ...fields } = schema.properties;
  const reader = new SchemaShapes(schemas, name === customName(kind) ? 'verbatim' : 'typed');
  const shape = reader.shape({ ...schema, properties: fields });
  return reader.isUnderstood ? { ...shape, fields: { ...shape.fields, metadata: objectMeta } } : undefined;
}

/** The name under which an API server publishes the schema of a custom resource. */
function customName({ group, version, kind }: Kind): string {
  return [...group.split('.').reverse(), version, kind].join('.');
}

function isOfKind(schema: unknown, kind: Kind): boolean {
  const names = isJsonObject(schema) ? schema['x-kubernetes-group-version-kind'] : undefined;
  if (!Array.isArray(names)) return false;
  return names.some((name) => isJsonObject(name) && isSameKind(kindNamed(name), kind));
}

function kindNamed({ group, version, kind }: Readonly<Record<string, unknown>>) {
  return { group: String(group), version: String(version), kind: String(kind) };
}
