import { readTimestamp } from '../../cel/value/time.ts';
import { fieldPath } from '../../field-path.ts';
import { isJsonList, isJsonObject, type JsonObject, type JsonValue } from '../../json.ts';
import { ownField } from '../../json-part.ts';
import { firstFindings } from '../../value/finding.ts';
import { nearestName } from '../../value/nearest-name.ts';
import type { ValueFinding } from '../finding.ts';

/** The type of a metadata field. */
export interface FieldKind {
  /** The type in words, such as `a boolean`. */
  readonly words: string;
  readonly isFit: (value: JsonValue) => boolean;
}

const isText = (value: JsonValue) => typeof value === 'string';

/** The types of metadata fields. */
export const fieldKinds = {
  flag: { words: 'a boolean', isFit: (value) => typeof value === 'boolean' },
  integer: { words: 'an integer', isFit: Number.isInteger },
  list: { words: 'a list', isFit: isJsonList },
  text: { words: 'text', isFit: isText },
  textList: { words: 'a list of text', isFit: (value) => isJsonList(value) && value.every(isText) },
  textMap: { words: 'a map of text', isFit: (value) => isJsonObject(value) && Object.values(value).every(isText) },
  time: {
    words: 'a date and time such as 2026-11-30T12:00:00Z',
    isFit: (value) => typeof value === 'string' && readTimestamp(value) !== undefined,
  },
} satisfies Readonly<Record<string, FieldKind>>;

/** A part of metadata with the same fields in all objects. */
export interface MetadataFields {
  /** The name of the part, such as `owner reference`. */
  readonly of: string;
  readonly fields: Readonly<Record<string, FieldKind>>;
}

/** Returns findings for metadata fields of another type, and for unknown ones. Null counts as absent. */
export function metadataFieldFindings(
  object: JsonObject,
  { of, fields }: MetadataFields,
  path: string,
): ValueFinding[] {
  return firstFindings(Object.entries(object), ([name, value]): readonly ValueFinding[] => {
    const place = fieldPath(path, name);
    const kind = ownField(fields, name);
    if (value === null) return [];
    if (kind === undefined) {
      const meant = nearestName(name, Object.keys(fields));
      const hint = meant === undefined ? '' : `, did you mean ${meant}?`;
      return [{ reason: 'unknown-field', path: place, message: `no ${of} has such a field${hint}` }];
    }
    return kind.isFit(value) ? [] : [{ reason: 'invalid', path: place, message: `must be ${kind.words}` }];
  });
}
