/** Whether a text has the parts of a message, between which `…` stands for anything, in their order. */
export function isExcerpt(message: string, text: string): boolean {
  let end = 0;
  return message.split('…').every((part) => {
    const start = text.indexOf(part, end);
    end = start + part.length;
    return start >= 0;
  });
}
