import { canonicalJson, isJsonObject, type JsonObject, withInnerSchemas } from '../../schema/index.ts';
import type { OpenApiSchema } from '../../schema/structural/index.ts';

/** Numbers schemas: equal schemas have the same number. */
export class SchemaIdentities {
  readonly #known = new Map<object, number>();
  readonly #numbers = new Map<string, number>();

  /** Returns the number of an object's schema. Its own description, which explains its use, makes no difference. */
  of(schema: OpenApiSchema): number {
    const { description: _, ...undescribed } = schema;
    return isJsonObject(undescribed) ? this.#number(undescribed) : 0;
  }

  /** Numbers replace the inner schemas in the text of a schema, which keeps texts short. */
  #number(schema: JsonObject): number {
    const known = this.#known.get(schema);
    if (known !== undefined) return known;
    const text = canonicalJson(withInnerSchemas(schema, (inner) => this.#number(inner)));
    const number = this.#numbers.get(text) ?? this.#numbers.size;
    this.#numbers.set(text, number);
    this.#known.set(schema, number);
    return number;
  }
}
