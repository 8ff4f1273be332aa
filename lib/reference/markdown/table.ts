/**
 * Returns a table.
 *
 * @param head - the headers of the columns, in Markdown.
 * @param rows - one line of Markdown for each column.
 */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => ':---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
