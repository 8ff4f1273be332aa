/** Returns true if a text contains the parts of a message in their order. `…` in the message stands for any text. */
export function isExcerpt(message: string, text: string): boolean {
  let end = 0;
  return message.split('…').every((part) => {
    const start = text.indexOf(part, end);
    end = start + part.length;
    return start >= 0;
  });
}
