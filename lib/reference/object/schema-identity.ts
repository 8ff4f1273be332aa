import { isOpenApiSchema, type OpenApiSchema } from '../../schema/structural/index.ts';

/** Numbers schemas: equal schemas have the same number. */
export class SchemaIdentities {
  readonly #known = new WeakMap<OpenApiSchema, number>();
  readonly #numbers = new Map<string, number>();

  /** Returns the number of an object's schema. Its own description, which explains its use, makes no difference. */
  of(schema: OpenApiSchema): number {
    return this.#number({ ...schema, description: undefined });
  }

  #number(schema: OpenApiSchema): number {
    const known = this.#known.get(schema);
    if (known !== undefined) return known;
    // Numbers inner schemas first, since recursion would exceed the stack.
    for (const inner of innerSchemas(schema)) this.#number(inner);
    const text = JSON.stringify(schema, (_, value: unknown) => this.#plain(value, schema));
    const number = this.#numbers.get(text) ?? this.#numbers.size;
    this.#numbers.set(text, number);
    this.#known.set(schema, number);
    return number;
  }

  /** Replaces inner schemas with their numbers, which keeps texts short. */
  #plain(value: unknown, whole: OpenApiSchema): unknown {
    if (value instanceof Map) return Array.from<unknown>(value);
    return value !== whole && isOpenApiSchema(value) ? this.#number(value) : value;
  }
}

/** Returns the schemas directly inside a schema, of any keyword. */
function innerSchemas(schema: OpenApiSchema): OpenApiSchema[] {
  return Object.values(schema)
    .flatMap<unknown>((value) => (value instanceof Map ? [...value.values()] : value))
    .filter(isOpenApiSchema);
}
