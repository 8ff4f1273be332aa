import type { z } from 'zod';
import { entryPath, fieldPath, itemPath } from '../field-path.ts';
import type { JsonSchemaProps } from '../open-api-schema.ts';
import type { UnsupportedType } from '../schema-error.ts';

/** The maximum depth of a schema: far beyond any real one, and a limit for types that refer to copies of themselves. */
const depthLimit = 100;

/** Stands for the schema of a refused type. The walk continues to find further refusals; its result is never used. */
export const unsupported: JsonSchemaProps = {};

interface Place {
  readonly path: string;
  readonly subject: string;
  readonly isCorrelatable: boolean;
  readonly ancestors: readonly object[];
}

interface Walk {
  readonly convert: (type: z.core.$ZodType, visit: Visit) => JsonSchemaProps;
  readonly refusals: UnsupportedType[];
}

/** A place in the walk over a type: its name, its context, and the places inside. */
export class Visit {
  readonly #walk: Walk;
  readonly #place: Place;

  private constructor(walk: Walk, place: Place) {
    this.#walk = walk;
    this.#place = place;
  }

  /** Begins a walk at the outermost place; `convert` makes the schema of every type. */
  static begin(path: string, convert: Walk['convert']): Visit {
    const place = { path, subject: path === '' ? 'the value' : path, isCorrelatable: true, ancestors: [] };
    return new Visit({ convert, refusals: [] }, place);
  }

  /** The path of the place, such as `spec.ports[].name`. */
  get path(): string {
    return this.#place.path;
  }

  /** The place in words, for messages to the authors of values. */
  get subject(): string {
    return this.#place.subject;
  }

  /** True if the API server knows the previous value at this place, so that rules may use `oldSelf`. */
  get isCorrelatable(): boolean {
    return this.#place.isCorrelatable;
  }

  /** All refusals of the walk so far. */
  get refusals(): readonly UnsupportedType[] {
    return this.#walk.refusals;
  }

  /** Returns the schema of the type at this place. */
  schemaOf(type: z.core.$ZodType): JsonSchemaProps {
    const { ancestors } = this.#place;
    const { def } = type._zod;
    if (ancestors.includes(def) || ancestors.length > depthLimit) {
      return this.refuse(
        'the type contains itself',
        'write preserveUnknownFields(…) around it, and zod alone checks it',
      );
    }
    return this.#walk.convert(type, this.#at({ ancestors: [...ancestors, def] }));
  }

  /** Returns the place of a field of the object. */
  field(name: string): Visit {
    return this.#at({ path: fieldPath(this.path, name), subject: name });
  }

  /** Returns the place of the items of the list. */
  item(): Visit {
    return this.#at({ path: itemPath(this.path), subject: `an item of ${this.subject}` });
  }

  /** Returns the place of the entries of the map. */
  entry(): Visit {
    return this.#at({ path: entryPath(this.path), subject: `an entry of ${this.subject}` });
  }

  /** Returns the same place, inside of a list whose items have no previous values. */
  uncorrelated(): Visit {
    return this.#at({ isCorrelatable: false });
  }

  /** Adds a refusal for a type that Kubernetes can't express, and returns {@link unsupported}. */
  refuse(message: string, remedy: string): JsonSchemaProps {
    const { path } = this;
    const { refusals } = this.#walk;
    const isKnown = refusals.some((known) => known.path === path && known.message === message);
    if (!isKnown) refusals.push({ path, message, remedy });
    return unsupported;
  }

  #at(place: Partial<Place>): Visit {
    return new Visit(this.#walk, { ...this.#place, ...place });
  }
}
