/** Returns text of several lines as code, whatever its content. @param language - for highlighting; empty for none. */
export function codeFence(text: string, language: string): string {
  const runs = text.match(/`+/g) ?? [];
  const ticks = '`'.repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
  return `${ticks}${language}\n${text.replace(/(?<!\n)\n+$/, '')}\n${ticks}`;
}

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
