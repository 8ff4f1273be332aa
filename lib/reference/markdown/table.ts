/** A table. @param head - of the columns, Markdown @param rows - a cell of Markdown in one line for each column */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => ':---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
