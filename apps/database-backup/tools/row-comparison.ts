import type { Rows } from './engine.ts';
import { Failure } from './failure.ts';

/** Compares the tables and rows of a restored database with those of its dump. @throws Failure naming a difference */
export function requireSameRows(database: string, expected: Rows, restored: Rows): void {
  const tables = new Set([...Object.keys(expected), ...Object.keys(restored)]);
  const differences = [...tables]
    .filter((table) => expected[table] !== restored[table])
    .map((table) => `${table} has ${restored[table] ?? 'no'} rows instead of ${expected[table] ?? 'none'}`);
  if (differences.length === 0) return;
  throw new Failure(
    `the restored database ${database} differs from its dump in ${differences.length} tables, so it is not in use: ` +
      `restore another archive; ${differences.slice(0, 3).join('; ')}`,
  );
}
