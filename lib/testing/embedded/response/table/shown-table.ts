// In: objects of a kind, and the options of a table. Out: the Table that `kubectl get` prints. Called for the responses of reads and
// writes.

import type { JsonObject, JsonValue } from '../../../../api/index.ts';
import { metadataFields, metadataText } from '../../../../built-in/index.ts';
import { scalarText } from '../../../../schema/index.ts';
import { isEndOfList } from '../../read/object-watch.ts';
import type { Column, ResourceType } from '../../resource-type.ts';
import { badRequest } from '../../status-error.ts';
import { ageText } from './age.ts';
import { builtInCell } from './built-in-cell.ts';
import type { CellFunction } from './cell.ts';
import { jsonPathValue } from './json-path.ts';
import { podRowConditions } from './pod-cell.ts';

/** The part of each object that its row has. */
export type RowObject = 'Metadata' | 'None' | 'Object';

/** Returns the part of objects that a query wants in rows. @throws StatusError for others. */
export function rowObject(query: URLSearchParams): RowObject {
  const include = query.get('includeObject') ?? '';
  if (include === '') return 'Metadata';
  if (include === 'Metadata' || include === 'None' || include === 'Object') return include;
  throw badRequest(
    `Unable to convert to Table as requested: includeObject: Invalid value: ${JSON.stringify(include)}: must be 'Metadata', 'Object', 'None', or empty`,
  );
}

/** The content of a table. */
export interface TableContent {
  readonly objects: readonly JsonObject[];
  readonly metadata: JsonObject;
  readonly include: RowObject;
  /** False for the tables of a watch after the first one. */
  readonly hasHeaders: boolean;
  readonly nowMs: number;
  /** The version of the Table. */
  readonly apiVersion: string;
}

/** Returns the Table of some objects, with a row for each. */
export function shownTable(
  type: ResourceType,
  { objects, metadata, include, hasHeaders, nowMs, apiVersion }: TableContent,
): JsonObject {
  const { columns, collection } = type;
  const cells = columns.map((column) => columnCell(type, column));
  const shown = (object: JsonObject): JsonValue => {
    if (include === 'None' && !isEndOfList(object)) return null;
    return include === 'Object' ? object : partialObject(object, apiVersion);
  };
  const rows = objects.map((object) => {
    const conditions = collection === '/pods' ? podRowConditions(object) : [];
    return {
      cells: cells.map((cell) => cell(object, nowMs)),
      ...(conditions.length > 0 && { conditions }),
      object: shown(object),
    };
  });
  return {
    kind: 'Table',
    apiVersion,
    metadata,
    columnDefinitions: hasHeaders ? columns.map(({ jsonPath: _, ...definition }) => definition) : null,
    rows,
  };
}

/** Returns an object's metadata as an object of its own kind. */
export function partialObject(object: JsonObject, apiVersion: string): JsonObject {
  return { kind: 'PartialObjectMetadata', apiVersion, metadata: metadataFields(object) };
}

/** Returns the function that gives the cells of a column. */
function columnCell({ isCustom, group, plural }: ResourceType, { name, type, jsonPath }: Column): CellFunction {
  if (!isCustom) return builtInCell(`${group}/${plural}`, name);
  if (jsonPath === undefined) return (object: JsonObject) => metadataText(object, 'name');
  return (object, nowMs) => customCell(type, jsonPathValue(object, jsonPath), nowMs);
}

function customCell(type: string, value: JsonValue | undefined, nowMs: number): JsonValue {
  if (value === undefined || value === null) return null;
  switch (type) {
    case 'integer':
      return typeof value === 'number' ? Math.trunc(value) : null;
    case 'number':
      return typeof value === 'number' ? value : null;
    case 'boolean':
      return typeof value === 'boolean' ? value : null;
    case 'date':
      return typeof value === 'string' ? ageText(value, nowMs) : null;
    default:
      return typeof value === 'object' ? JSON.stringify(value) : scalarText(value);
  }
}
