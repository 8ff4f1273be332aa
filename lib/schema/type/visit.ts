import type { z } from 'zod';
import { entryPath, fieldPath, itemPath } from '../field-path.ts';
import type { JsonSchemaProps } from '../json-schema-props.ts';
import type { UnsupportedType } from '../refusal.ts';

/** How deep a schema may nest: far beyond any real one, and a bound for types that refer to copies of themselves. */
const depthLimit = 100;

/** Stands for the schema of a type that was refused as a whole. The walk goes on for further refusals, its result is never used. */
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

/** A place in the walk over a type: how it is called, what holds there, and the ways to the places inside. */
export class Visit {
  readonly #walk: Walk;
  readonly #place: Place;

  private constructor(walk: Walk, place: Place) {
    this.#walk = walk;
    this.#place = place;
  }

  /** The outermost place of a walk on which `convert` makes the schema of every type. */
  static begin(path: string, convert: Walk['convert']): Visit {
    const place = { path, subject: path === '' ? 'the value' : path, isCorrelatable: true, ancestors: [] };
    return new Visit({ convert, refusals: [] }, place);
  }

  /** Where the walk is, such as `spec.ports[].name`. */
  get path(): string {
    return this.#place.path;
  }

  /** The same in words, for messages to the authors of values. */
  get subject(): string {
    return this.#place.subject;
  }

  /** Whether the API server can pair a value here with what it was before a change, so that rules may name `oldSelf`. */
  get isCorrelatable(): boolean {
    return this.#place.isCorrelatable;
  }

  /** What was refused so far on the walk, wherever. */
  get refusals(): readonly UnsupportedType[] {
    return this.#walk.refusals;
  }

  /** The schema of the type at this place. */
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

  /** A field of the object here. */
  field(name: string): Visit {
    return this.#at({ path: fieldPath(this.path, name), subject: name });
  }

  /** Any item of the list here. */
  item(): Visit {
    return this.#at({ path: itemPath(this.path), subject: `an item of ${this.subject}` });
  }

  /** Any entry of the map here. */
  entry(): Visit {
    return this.#at({ path: entryPath(this.path), subject: `an entry of ${this.subject}` });
  }

  /** The same place, inside of a list or an object whose parts the API server can't pair with those before. */
  uncorrelated(): Visit {
    return this.#at({ isCorrelatable: false });
  }

  /** Notes that Kubernetes can't express what stands here, and returns {@link unsupported}. */
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
