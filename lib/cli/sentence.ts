/** An error as one line for people: its message, and those of its causes where they say more. */
export function sentence(error: unknown): string {
  const parts: string[] = [];
  for (let current = error; current !== undefined && current !== null; current = (current as { cause?: unknown }).cause) {
    const message = current instanceof Error ? current.message : String(current);
    if (message !== '' && !parts.some((part) => part.includes(message))) parts.push(message);
    if (!(current instanceof Error)) break;
  }
  return parts.join(': ');
}
