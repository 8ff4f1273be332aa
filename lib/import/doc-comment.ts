// In: text that anybody may have written. Out: a doc comment in TypeScript that holds it, and nothing else.
// Called for whatever is told of classes, types and fields.

/** The lines of a text that may stand in a comment and fit a screen. */
export function commentLines(text: string): string[] {
  return harmless(text.trim())
    .split(/\r?\n|[\r\u2028\u2029]/)
    .flatMap((line) => wrapped(line.trimEnd()));
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
  return text
    .replaceAll('*/', '*\\/')
    .replace(/[^\P{Cc}\t\n\r]|\p{Cf}/gu, '')
    .replace(/^(\s*)@/gm, '$1\\@');
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
