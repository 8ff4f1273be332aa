import { type GroupVersionKind, groupVersionKind } from '../../api/index.ts';
import { fieldPath, isJsonObject, itemPath, ownField } from '../../schema/index.ts';
import { nestingProblem } from '../../yaml/index.ts';

/** Maps from text, whose keys are not field names. */
const mapField = /(?:^|\.)(?:annotations|labels?|limits|matchLabels|nodeSelector|requests)$/i;

/**
 * A value in a document, with its path.
 *
 * An absent value also has a place, with the value undefined, and so has each path below a value of a wrong type. So
 * rules can read a path in any document without a check at each step.
 *
 * @example
 * const place = new Place('manifests/service.yaml', { spec: { ports: [{ port: 80 }] } });
 * place.at('spec', 'ports').items.map(({ path }) => path); // ['spec.ports[0]']
 * place.at('spec', 'selector', 'app').isAbsent; // true
 */
export class Place {
  /** The file, relative to the bundle's directory. */
  readonly file: string;
  /** The path in the document, such as `spec.install.spec.deployments[0].name`; empty for the root. */
  readonly path: string;
  readonly value: unknown;
  readonly #isInAnyCase: boolean;

  constructor(file: string, value: unknown, path = '', { isInAnyCase = false } = {}) {
    this.file = file;
    this.path = path;
    this.value = value;
    this.#isInAnyCase = isInAnyCase;
  }

  /** The same place, below which field names match in any case, as in Go’s JSON; an exact match comes first. */
  get inAnyCase(): Place {
    return new Place(this.file, this.value, this.path, { isInAnyCase: true });
  }

  /** Returns the field at the end of `names`, from map to map. */
  at(...names: readonly string[]): Place {
    return names.reduce<Place>((place, name) => place.#field(name), this);
  }

  /** The items of a list; else none. */
  get items(): readonly Place[] {
    const { value } = this;
    return Array.isArray(value) ? value.map((item, index) => this.with(item, itemPath(this.path, index))) : [];
  }

  /** The fields of a map; else none. */
  get fields(): readonly (readonly [name: string, place: Place])[] {
    return isJsonObject(this.value) ? Object.keys(this.value).map((name) => [name, this.#field(name)]) : [];
  }

  /** The value if it is text. */
  get text(): string | undefined {
    return typeof this.value === 'string' ? this.value : undefined;
  }

  /** True if the value is text, and not empty. */
  get hasText(): boolean {
    return this.text !== undefined && this.text !== '';
  }

  /** The items that are text. */
  get texts(): readonly string[] {
    return this.items.flatMap(({ text }) => text ?? []);
  }

  /** The value of its JSON text, at the same place; absent if it isn't text or isn't JSON. */
  get json(): Place {
    return new Place(this.file, this.#parsed.value, this.path);
  }

  /** The reason why its text isn't JSON; undefined if it is, or if there is no text. */
  get jsonProblem(): string | undefined {
    return this.#parsed.problem;
  }

  /** True if the field is absent or null. */
  get isAbsent(): boolean {
    return this.value === undefined || this.value === null;
  }

  /** Returns true if it has a value, of another type. The rules about types report such values, so other rules skip them. */
  isMistyped(type: 'text' | 'list' = 'text'): boolean {
    return !this.isAbsent && (type === 'list' ? !Array.isArray(this.value) : this.text === undefined);
  }

  /** Returns the same place with another value, such as the parsed text. @param path - @default the same */
  with(value: unknown, path = this.path): Place {
    return new Place(this.file, value, path, { isInAnyCase: this.#isInAnyCase });
  }

  get #parsed(): { readonly value?: unknown; readonly problem?: string } {
    if (this.text === undefined) return {};
    try {
      const value: unknown = JSON.parse(this.text);
      const problem = nestingProblem(value);
      return problem === undefined ? { value } : { problem };
    } catch (error) {
      // The message quotes the text, in which there may be line breaks.
      if (error instanceof SyntaxError) return { problem: error.message.replace(/\s+/g, ' ') };
      throw error;
    }
  }

  #field(name: string): Place {
    if (!isJsonObject(this.value)) return this.with(undefined, fieldPath(this.path, name));
    const written = this.#isInAnyCase && !Object.hasOwn(this.value, name) ? this.#written(name, this.value) : name;
    return this.with(ownField(this.value, written), fieldPath(this.path, written));
  }

  /** The field's name as the document has it. */
  #written(name: string, fields: object): string {
    if (mapField.test(this.path)) return name;
    return Object.keys(fields).find((each) => each.toLowerCase() === name.toLowerCase()) ?? name;
  }
}

/** Returns the kind of the object at a place, with empty text for absent parts. */
export function objectKindOf(object: Place): GroupVersionKind {
  const [apiVersion = '', kind = ''] = ['apiVersion', 'kind'].map((field) => object.at(field).text);
  return groupVersionKind({ apiVersion, kind });
}
