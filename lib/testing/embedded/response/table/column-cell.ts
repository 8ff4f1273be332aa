import type { JsonObject, JsonValue } from '../../../../api/index.ts';
import { metadataText } from '../../../../built-in/index.ts';
import { scalarText } from '../../../../schema/index.ts';
import type { Column, ResourceType } from '../../resource-type.ts';
import { ageText } from './age.ts';
import { builtInCell } from './built-in-cell.ts';
import type { CellFunction } from './cell.ts';
import { jsonPathValue } from './json-path.ts';

/** Returns the function that gives the cells of a column. */
export function columnCell({ isCustom, group, plural }: ResourceType, { name, type, jsonPath }: Column): CellFunction {
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
