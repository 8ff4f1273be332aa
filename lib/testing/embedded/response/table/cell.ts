import { isJsonObject, type JsonObject, type JsonValue } from '../../../../api/index.ts';
import { fieldAt, isJsonList, textAt } from '../../../../schema/index.ts';
import { labelsText } from '../../selector/selector-text.ts';
import { timeText } from './age.ts';

/** A function from an object to the content of one cell. @param nowMs - milliseconds since the epoch, for ages. */
export type CellFunction = (object: JsonObject, nowMs: number) => JsonValue;

/** The content of a cell: the path of its value, which may come with the content for an absent value, or a function. */
export type Cell = CellFunction | string | readonly [path: string, absent: JsonValue];

/** Column → its cell. */
export type Cells = Readonly<Record<string, Cell>>;

/** Returns a cell as a function. */
export function cellFunction(cell: Cell): CellFunction {
  if (typeof cell === 'function') return cell;
  const [path, absent] = typeof cell === 'string' ? [cell, ''] : cell;
  return (object) => at(object, path) ?? absent;
}

/** Returns the value at a path such as `spec.nodeName`; undefined for an absent one. */
export function at(object: JsonValue | undefined, path: string): JsonValue | undefined {
  return fieldAt(object, path) ?? undefined;
}

/** Returns the cell of a list's length. */
export function countAt(...paths: readonly string[]): CellFunction {
  return (object) =>
    paths.reduce((count, path) => {
      const value = at(object, path);
      return count + (isJsonList(value) ? value.length : isJsonObject(value) ? Object.keys(value).length : 0);
    }, 0);
}

/** Returns the cell of the time since the timestamp at a path. */
export function ageCell(path: string): CellFunction {
  return (object, nowMs) => timeText(textAt(object, path), nowMs);
}

/** Returns the first texts of a list, and the count of the others. */
export function firstTexts(texts: readonly string[], most: number, { absent = '', separator = ',' } = {}): string {
  const shown = texts.slice(0, most).join(separator);
  if (texts.length > most) return `${shown} + ${texts.length - most} more...`;
  return shown === '' ? absent : shown;
}

/** Returns the cell of the labels at a path. */
export function labelsCell(path: string): CellFunction {
  return (object) => labelsText(at(object, path)) || '<none>';
}
