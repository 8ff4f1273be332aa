/** Returns text of several lines as code, whatever its content. @param language - for highlighting; empty for none. */
export function codeFence(text: string, language: string): string {
  const runs = text.match(/`+/g) ?? [];
  const ticks = '`'.repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
  return `${ticks}${language}\n${text.replace(/(?<!\n)\n+$/, '')}\n${ticks}`;
}
