/** Returns the last lines of a log, each indented and shortened for a terminal. */
export function lastLines(log: string, count = 12): string {
  const lines = log.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) return '  (nothing)';
  return lines
    .slice(-count)
    .map((line) => `  ${line.length > 400 ? `${line.slice(0, 400)}…` : line}`)
    .join('\n');
}
