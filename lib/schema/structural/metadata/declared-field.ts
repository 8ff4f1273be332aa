import { readTimestamp } from '../../cel/time.ts';
import { fieldPath } from '../../field-path.ts';
import { isJsonList, isJsonObject, type JsonObject, type JsonValue } from '../../json.ts';
import { firstFindings } from '../../value/finding.ts';
import { nearestName } from '../../value/nearest.ts';
import type { ValueFinding } from '../finding.ts';

/** The type of a metadata field, in words. */
export type FieldKind =
  | 'a boolean'
  | 'a date and time such as 2026-11-30T12:00:00Z'
  | 'a list'
  | 'a list of text'
  | 'a map of text'
  | 'an integer'
  | 'text';

/** A part of metadata with the same fields in all objects. */
export interface DeclaredFields {
  /** The name of the part, such as `owner reference`. */
  readonly of: string;
  readonly fields: ReadonlyMap<string, FieldKind>;
}

/** Returns findings for fields of another type, and for unknown fields. Null counts as absent. */
export function declaredFieldFindings(
  object: JsonObject,
  { of, fields }: DeclaredFields,
  path: string,
): ValueFinding[] {
  return firstFindings(Object.entries(object), ([name, value]): readonly ValueFinding[] => {
    const place = fieldPath(path, name);
    const kind = fields.get(name);
    if (value === null) return [];
    if (kind === undefined) {
      const meant = nearestName(name, [...fields.keys()]);
      const hint = meant === undefined ? '' : `, did you mean ${meant}?`;
      return [{ reason: 'unknown-field', path: place, message: `no ${of} has such a field${hint}` }];
    }
    return isOfDeclaredType(kind, value) ? [] : [{ reason: 'invalid', path: place, message: `must be ${kind}` }];
  });
}

function isOfDeclaredType(kind: FieldKind, value: JsonValue): boolean {
  switch (kind) {
    case 'text':
      return typeof value === 'string';
    case 'a date and time such as 2026-11-30T12:00:00Z':
      return typeof value === 'string' && readTimestamp(value) !== undefined;
    case 'a boolean':
      return typeof value === 'boolean';
    case 'an integer':
      return Number.isInteger(value);
    case 'a list':
      return isJsonList(value);
    case 'a list of text':
      return isJsonList(value) && value.every((item) => typeof item === 'string');
    case 'a map of text':
      return isJsonObject(value) && Object.values(value).every((entry) => typeof entry === 'string');
  }
}
