import { fieldPath, isJsonObject, itemPath, ownField } from '../../schema/index.ts';
import { nestingProblem } from './nesting.ts';

/**
 * A value in a document, and where it is.
 *
 * What isn't there has a place, too, whose value is undefined, and so has what lies below a value of the wrong type:
 * whoever looks at a document that anybody may have written asks for what it wants, and need not look at each step.
 */
export class Place {
  /** The file, relative to the bundle's directory. */
  readonly file: string;
  /** Such as `spec.install.spec.deployments[0].name`; empty for the whole document. */
  readonly path: string;
  readonly value: unknown;

  constructor(file: string, value: unknown, path = '') {
    this.file = file;
    this.path = path;
    this.value = value;
  }

  /** The field that `names` lead to, from map to map. */
  at(...names: readonly string[]): Place {
    return names.reduce<Place>((place, name) => place.#field(name), this);
  }

  /** The items, if it is a list; else none. */
  get items(): readonly Place[] {
    const { value } = this;
    return Array.isArray(value) ? value.map((item, index) => this.with(item, itemPath(this.path, index))) : [];
  }

  /** The fields, if it is a map; else none. */
  get fields(): readonly (readonly [name: string, place: Place])[] {
    return isJsonObject(this.value) ? Object.keys(this.value).map((name) => [name, this.#field(name)]) : [];
  }

  /** The value, if it is text. */
  get text(): string | undefined {
    return typeof this.value === 'string' ? this.value : undefined;
  }

  /** The items that are text. */
  get texts(): readonly string[] {
    return this.items.flatMap(({ text }) => text ?? []);
  }

  /** What its text says in JSON, at the same place; absent if it is no text, or no JSON. */
  get json(): Place {
    const { value } = this.#parsed;
    return this.with(value);
  }

  /** Why its text is no JSON; undefined if it is, or if there is no text. */
  get jsonProblem(): string | undefined {
    return this.#parsed.problem;
  }

  /** Whether there is nothing: no such field, or null. */
  get isAbsent(): boolean {
    return this.value === undefined || this.value === null;
  }

  /** The same place with another value: what text turned out to say. @param path - @default the same */
  with(value: unknown, path = this.path): Place {
    return new Place(this.file, value, path);
  }

  get #parsed(): { readonly value?: unknown; readonly problem?: string } {
    if (this.text === undefined) return {};
    try {
      const value: unknown = JSON.parse(this.text);
      const problem = nestingProblem(value);
      return problem === undefined ? { value } : { problem };
    } catch (error) {
      if (error instanceof SyntaxError) return { problem: error.message };
      throw error;
    }
  }

  #field(name: string): Place {
    const value = isJsonObject(this.value) ? ownField(this.value, name) : undefined;
    return this.with(value, fieldPath(this.path, name));
  }
}
