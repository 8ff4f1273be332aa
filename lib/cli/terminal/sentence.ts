/** Returns an error as one line: its message, and those of its causes that add information. */
export function sentence(error: unknown): string {
  const parts: string[] = [];
  let current = error;
  while (current instanceof Error) {
    const { message } = current;
    if (message !== '' && !parts.some((part) => part.includes(message))) parts.push(message);
    current = current.cause;
  }
  return parts.length > 0 ? parts.join(': ') : String(error);
}
