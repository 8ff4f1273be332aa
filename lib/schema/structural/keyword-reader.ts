import { fieldPath, itemPath } from '../field-path.ts';
import { isJsonList, isJsonObject, type JsonObject, type JsonValue } from '../json.ts';
import { ownField } from '../json-part.ts';
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
    return this.#read(keyword, 'text', isText);
  }

  /** Reads a string; an empty one is read as absent. */
  word(keyword: string): string | undefined {
    const text = this.text(keyword);
    return text === '' ? undefined : text;
  }

  number(keyword: string): number | undefined {
    return this.#read(keyword, 'a number', (value) => typeof value === 'number');
  }

  count(keyword: string): number | undefined {
    return this.#read(keyword, 'an integer', (value): value is number => Number.isInteger(value));
  }

  flag(keyword: string): boolean | undefined {
    return this.#read(keyword, 'true or false', (value) => typeof value === 'boolean');
  }

  list(keyword: string): readonly JsonValue[] {
    return this.#read(keyword, 'a list', isJsonList) ?? [];
  }

  texts(keyword: string): readonly string[] {
    const list = this.list(keyword);
    for (const [index, item] of list.entries())
      if (!isText(item)) this.#report(itemPath(fieldPath(this.#path, keyword), index), item, 'text');
    return list.filter(isText);
  }

  map(keyword: string): JsonObject {
    return this.#read(keyword, 'a map', isJsonObject) ?? {};
  }

  /** Returns the value of any type; undefined for null. */
  json(keyword: string): JsonValue | undefined {
    return ownField(this.#fields, keyword) ?? undefined;
  }

  #read<Value extends JsonValue>(
    keyword: string,
    wanted: string,
    isFit: (value: JsonValue) => value is Value,
  ): Value | undefined {
    const value = this.json(keyword);
    if (value === undefined || isFit(value)) return value;
    this.#report(fieldPath(this.#path, keyword), value, wanted);
    return undefined;
  }

  #report(path: string, value: JsonValue, wanted: string): void {
    this.#findings.push(schemaFinding(path, `must be ${wanted}, and is ${valueText(value)}`, `write ${wanted}`));
  }
}

function isText(value: JsonValue): value is string {
  return typeof value === 'string';
}
