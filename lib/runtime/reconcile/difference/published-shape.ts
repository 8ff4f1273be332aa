// In: kinds that the library doesn't know. Out: what the API server publishes of their shape, once a pass has use for it.
// Called when a child is found to differ, and that may be for want of knowing better.

import {
  apiVersion,
  formatGroupVersionKind,
  groupVersionKind,
  isJsonObject,
  isSameKind,
  type Kind,
} from '../../../api/index.ts';
import type { Client } from '../../../client/index.ts';
import type { Clock } from '../../../clock/index.ts';
import type { FieldShape } from './field-shape.ts';
import { isShapeBuiltIn, type ShapeOf, shapeOfKind } from './kind-shape.ts';
import { objectMeta } from './pod-shape.ts';
import { shapeOfSchema } from './schema-shape.ts';

/** For how long a definition is taken to be what it was; then it is asked for again, if there is need. */
const lifetimeMs = 600_000;

/** The same where none was to be had: it is published some time after its definition. */
const patienceMs = 60_000;

/** What is known of a kind; no shape if there is none to be had. */
interface Lesson {
  readonly shape: FieldShape | undefined;
  readonly sinceMs: number;
}

/**
 * The shapes of kinds, those of custom resources as their API server publishes them. Where that can't be read, or is of
 * no structural schema, nothing is known, which is safe: a difference too many is found.
 */
export class PublishedShapes {
  readonly #client: Pick<Client, 'openApi'>;
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #lessons = new Map<string, Lesson>();

  constructor(client: Pick<Client, 'openApi'>, clock: Pick<Clock, 'monotonic'>) {
    this.#client = client;
    this.#clock = clock;
  }

  /** What is known by now of the shape of an object's kind. Asks for nothing. */
  readonly of: ShapeOf = (object) => this.#lesson(groupVersionKind(object))?.shape ?? shapeOfKind(object);

  /**
   * Asks for the shape of a kind, unless it is known, or was asked for lately. Never fails for what the server says.
   *
   * @returns whether more is known than before.
   * @throws the signal's reason when `signal` is or becomes aborted.
   */
  async learn(kind: Kind, signal: AbortSignal): Promise<boolean> {
    if (isShapeBuiltIn({ apiVersion: apiVersion(kind), kind: kind.kind })) return false;
    if (this.#lesson(kind) !== undefined) return false;
    const shape = await this.#asked(kind, signal);
    this.#lessons.set(formatGroupVersionKind(kind), { shape, sinceMs: this.#clock.monotonic() });
    return shape !== undefined;
  }

  async #asked(kind: Kind, signal: AbortSignal): Promise<FieldShape | undefined> {
    try {
      return shapeIn(await this.#client.openApi(kind, { signal }), kind);
    } catch (error) {
      if (signal.aborted) throw error;
      return undefined;
    }
  }

  #lesson(kind: Parameters<typeof formatGroupVersionKind>[0]): Lesson | undefined {
    const lesson = this.#lessons.get(formatGroupVersionKind(kind));
    if (lesson === undefined) return undefined;
    const ageMs = this.#clock.monotonic() - lesson.sinceMs;
    return ageMs < (lesson.shape === undefined ? patienceMs : lifetimeMs) ? lesson : undefined;
  }
}

/** The shape of a kind in an OpenAPI document; undefined if it isn't a custom resource's, whose schema is whole and its own. */
function shapeIn({ components }: Readonly<Record<string, unknown>>, kind: Kind): FieldShape | undefined {
  const schemas = isJsonObject(components) && isJsonObject(components.schemas) ? components.schemas : {};
  const schema = Object.values(schemas).find((candidate) => isOfKind(candidate, kind));
  if (!isJsonObject(schema) || !isJsonObject(schema.properties)) return undefined;
  const { metadata: _, ...fields } = schema.properties;
  if (JSON.stringify(fields).includes('"$ref"')) return undefined;
  const shape = shapeOfSchema({ ...schema, properties: fields });
  return { ...shape, fields: { ...shape.fields, metadata: objectMeta } };
}

function isOfKind(schema: unknown, kind: Kind): boolean {
  const names = isJsonObject(schema) ? schema['x-kubernetes-group-version-kind'] : undefined;
  if (!Array.isArray(names)) return false;
  return names.some((name) => isJsonObject(name) && isSameKind(kindNamed(name), kind));
}

function kindNamed({ group, version, kind }: Readonly<Record<string, unknown>>) {
  return { group: String(group), version: String(version), kind: String(kind) };
}
