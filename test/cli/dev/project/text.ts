/** Returns the text that a note shows. */
export function shownText(text: string): string {
  return `plain ${text}`;
}
