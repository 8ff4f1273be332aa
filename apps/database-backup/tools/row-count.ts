import type { Rows } from './engine.ts';

/** The first bytes of a line, with the longest name of a table. */
const headBytes = 512;

/**
 * Counts the rows in a dump of mariadb-dump while it passes. No two rows are in one line, and line ends inside values are
 * escaped.
 */
export class RowCount {
  readonly #rows = new Map<string, number>();
  #table: string | undefined;
  #head = '';
  #end = '';
  #isRoutine = false;

  /** Returns the same chunks. */
  async *of(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of content) {
      this.#read(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
      yield chunk;
    }
  }

  get rows(): Rows {
    return Object.fromEntries(this.#rows);
  }

  #read(chunk: Buffer): void {
    for (let start = 0; start < chunk.length; ) {
      const end = chunk.indexOf('\n', start);
      const stop = end === -1 ? chunk.length : end;
      const missing = headBytes - this.#head.length;
      if (missing > 0) this.#head += chunk.toString('latin1', start, Math.min(stop, start + missing));
      if (stop > start) this.#end = chunk.toString('latin1', stop - 1, stop);
      if (end === -1) return;
      this.#line(this.#head);
      this.#head = '';
      start = end + 1;
    }
  }

  #line(head: string): void {
    // The statements of routines, triggers and events have the forms of the dump's own.
    if (head.startsWith('DELIMITER ')) this.#isRoutine = head !== 'DELIMITER ;';
    if (this.#isRoutine) return;
    if (head.startsWith('(')) {
      if (this.#table !== undefined) this.#rows.set(this.#table, (this.#rows.get(this.#table) ?? 0) + 1);
      return;
    }
    const [, word, name] = /^(CREATE TABLE|INSERT INTO) `((?:[^`]|``)+)` /.exec(head) ?? [];
    const table = name === undefined ? undefined : Buffer.from(name, 'latin1').toString().replaceAll('``', '`');
    this.#table = word === 'INSERT INTO' ? table : undefined;
    // With invisible columns, the line has the names of all columns, and the first row.
    const rowCount = this.#end === ',' || this.#end === ';' ? 1 : 0;
    if (table !== undefined) this.#rows.set(table, (this.#rows.get(table) ?? 0) + rowCount);
  }
}
