import { type ComponentChild, type ComponentChildren, h } from './preact.ts';

/** A row of a table. Its first cell is its heading. */
export interface DataRow {
  readonly key: string;
  readonly cells: readonly ComponentChildren[];
  readonly isFailed?: boolean;
}

/** Draws a table. */
export function dataTable(heads: readonly string[], rows: readonly DataRow[]): ComponentChild {
  const headCells = heads.map((each) => h('th', { scope: 'col' }, each));
  return h(
    'table',
    {},
    h('thead', {}, h('tr', {}, headCells)),
    h(
      'tbody',
      {},
      rows.map(({ key, cells: [first, ...others], isFailed }) =>
        h(
          'tr',
          { key, class: isFailed === true ? 'failed' : '' },
          h('th', { scope: 'row' }, first),
          others.map((cell) => h('td', {}, cell)),
        ),
      ),
    ),
  );
}
