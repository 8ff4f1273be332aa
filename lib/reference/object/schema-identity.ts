import { type ForeignSchema, isForeignSchema } from '../../schema/structural/index.ts';

/** Numbers schemas: those that say the same have the same number. */
export class SchemaIdentities {
  readonly #known = new WeakMap<ForeignSchema, number>();
  readonly #numbers = new Map<string, number>();

  /** The number of an object's schema. What the object is there for, as its own description tells, makes no difference. */
  of(schema: ForeignSchema): number {
    return this.#number({ ...schema, description: undefined });
  }

  #number(schema: ForeignSchema): number {
    const known = this.#known.get(schema);
    if (known !== undefined) return known;
    // From within: texts that are made while others are made use up the stack.
    for (const inner of innerSchemas(schema)) this.#number(inner);
    const text = JSON.stringify(schema, (_, value: unknown) => this.#plain(value, schema));
    const number = this.#numbers.get(text) ?? this.#numbers.size;
    this.#numbers.set(text, number);
    this.#known.set(schema, number);
    return number;
  }

  /** Schemas in a schema are told by their numbers, which keeps texts short. */
  #plain(value: unknown, whole: ForeignSchema): unknown {
    if (value instanceof Map) return Array.from<unknown>(value);
    return value !== whole && isForeignSchema(value) ? this.#number(value) : value;
  }
}

/** The schemas that a schema holds itself, by whatever keyword. */
function innerSchemas(schema: ForeignSchema): ForeignSchema[] {
  return Object.values(schema)
    .flatMap<unknown>((value) => (value instanceof Map ? [...value.values()] : value))
    .filter(isForeignSchema);
}
