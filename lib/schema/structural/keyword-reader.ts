import { fieldPath, itemPath } from '../field-path.ts';
import { isJsonList, isJsonObject, type JsonObject, type JsonValue, ownField } from '../json.ts';
import { valueText } from '../value/error-message.ts';
import { type SchemaFinding, schemaFinding } from './finding.ts';

/**
 * Reads the keywords of one schema with their types. A keyword of another type is a finding, and is read as absent,
 * like null.
 */
export class KeywordReader {
  readonly #fields: JsonObject;
  readonly #path: string;
  readonly #findings: SchemaFinding[];

  /** @param findings - receives the findings. */
  constructor(fields: JsonObject, path: string, findings: SchemaFinding[]) {
    this.#fields = fields;
    this.#path = path;
    this.#findings = findings;
  }

  text(keyword: string): string | undefined {
    const value = this.json(keyword);
    return typeof value === 'string' ? value : this.#unfit(keyword, value, 'text');
  }

  /** Reads a string; an empty one is read as absent. */
  word(keyword: string): string | undefined {
    const text = this.text(keyword);
    return text === '' ? undefined : text;
  }

  number(keyword: string): number | undefined {
    const value = this.json(keyword);
    return typeof value === 'number' ? value : this.#unfit(keyword, value, 'a number');
  }

  count(keyword: string): number | undefined {
    const value = this.json(keyword);
    return typeof value === 'number' && Number.isInteger(value) ? value : this.#unfit(keyword, value, 'an integer');
  }

  flag(keyword: string): boolean | undefined {
    const value = this.json(keyword);
    return typeof value === 'boolean' ? value : this.#unfit(keyword, value, 'true or false');
  }

  list(keyword: string): readonly JsonValue[] {
    const value = this.json(keyword);
    return isJsonList(value) ? value : (this.#unfit(keyword, value, 'a list') ?? []);
  }

  texts(keyword: string): readonly string[] {
    return this.list(keyword).flatMap((item, index) => {
      if (typeof item === 'string') return [item];
      this.#mismatch(itemPath(fieldPath(this.#path, keyword), index), item, 'text');
      return [];
    });
  }

  map(keyword: string): JsonObject {
    const value = this.json(keyword);
    return isJsonObject(value) ? value : (this.#unfit(keyword, value, 'a map') ?? {});
  }

  /** Returns the value of any type; undefined for null. */
  json(keyword: string): JsonValue | undefined {
    return ownField(this.#fields, keyword) ?? undefined;
  }

  #unfit(keyword: string, value: JsonValue | undefined, wanted: string): undefined {
    if (value !== undefined) this.#mismatch(fieldPath(this.#path, keyword), value, wanted);
  }

  #mismatch(path: string, value: JsonValue, wanted: string): void {
    this.#findings.push(schemaFinding(path, `must be ${wanted}, and is ${valueText(value)}`, `write ${wanted}`));
  }
}
