// In: text that anybody may have written. Out: a doc comment in TypeScript that holds it, and nothing else.
// Called for whatever is told of classes, types and fields.

/** The lines of a text that may stand in a comment and fit a screen. */
export function commentLines(text: string): string[] {
  return visible(text.trim())
    .split('\n')
    .flatMap((line) => wrapped(line.trimEnd()))
    .map(escaped);
}

/** Lines as a doc comment, in one line if that is short. @param indentation - what each line begins with */
export function commentText(lines: readonly string[], indentation: string): string {
  const [only = ''] = lines;
  if (lines.length === 1 && only.length < 100) return `${indentation}/** ${only} */`;
  const inner = lines.map((line) => `${indentation} * ${line}`.trimEnd());
  return [`${indentation}/**`, ...inner, `${indentation} */`].join('\n');
}

/** A text in which nothing ends a comment, is invisible, or stands for a tag. */
export function harmless(text: string): string {
  return escaped(visible(text));
}

/** A text without control and format characters, whose lines all end in the same way. */
function visible(text: string): string {
  return text.replace(/\r\n?|[\u2028\u2029]/g, '\n').replace(/[^\P{Cc}\t\n]|\p{Cf}/gu, '');
}

/** A visible text that neither ends a comment nor begins a tag. Removing characters afterwards could form such a sign again. */
function escaped(text: string): string {
  return text.replaceAll('*/', '*\\/').replace(/^([^\S\n\r\u2028\u2029]*)@/gm, '$1\\@');
}

const width = 110;

/** A line in lines of at most {@link width} characters, where it has spaces; its indentation stays. */
function wrapped(line: string): string[] {
  if (line.length <= width) return [line];
  const [indentation = ''] = /^\s*/.exec(line) ?? [];
  const lines: string[] = [];
  let current = indentation;
  for (const word of line.trim().split(' ')) {
    if (current.trim() !== '' && current.length + 1 + word.length > width) {
      lines.push(current);
      current = indentation + word;
    } else current += current.trim() === '' ? word : ` ${word}`;
  }
  return [...lines, current];
}
