import type { Column } from '../../resource-type.ts';
import { builtInCell } from './built-in-cell.ts';

/** A column as an API server defines it. */
export type ColumnDefinition = Omit<Column, 'cell'>;

/** Returns the columns of a built-in kind, with their cells. @param collection - such as `apps/deployments`. */
export function builtInColumns(collection: string, definitions: readonly ColumnDefinition[]): readonly Column[] {
  return definitions.map((column) => ({ ...column, cell: builtInCell(collection, column.name) }));
}
