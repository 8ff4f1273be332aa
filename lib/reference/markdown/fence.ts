/** Text of several lines as code, whatever it holds. @param language - what highlights it; empty for nothing */
export function fence(text: string, language: string): string {
  const runs = text.match(/`+/g) ?? [];
  const ticks = '`'.repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
  return `${ticks}${language}\n${text.replace(/(?<!\n)\n+$/, '')}\n${ticks}`;
}
