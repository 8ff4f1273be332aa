/** Returns the lines of a text for a comment, wrapped and escaped. */
export function commentLines(text: string): string[] {
  return visibleCommentText(text.trim())
    .split('\n')
    .flatMap((line) => wrappedCommentLine(line.trimEnd()))
    .map(escapedCommentText);
}

/** Returns lines as a doc comment, in one line if short. @param indentation - the start of each line. */
export function commentText(lines: readonly string[], indentation: string): string {
  const [only = ''] = lines;
  if (lines.length === 1 && only.length < 100) return `${indentation}/** ${only} */`;
  const inner = lines.map((line) => `${indentation} * ${line}`.trimEnd());
  return [`${indentation}/**`, ...inner, `${indentation} */`].join('\n');
}

/** Escapes a text so that nothing in it ends a comment, is invisible, or starts a tag. */
export function harmlessCommentText(text: string): string {
  return escapedCommentText(visibleCommentText(text));
}

/** Removes control and format characters, and normalizes line breaks. */
function visibleCommentText(text: string): string {
  return text.replace(/\r\n?|[\u2028\u2029]/g, '\n').replace(/[^\P{Cc}\t\n]|\p{Cf}/gu, '');
}

/**
 * Escapes the end of a comment and the start of a tag in a visible text. Removing characters afterwards could form such
 * a sequence again.
 */
function escapedCommentText(text: string): string {
  return text.replaceAll('*/', '*\\/').replace(/^([^\S\n\r\u2028\u2029]*)@/gm, '$1\\@');
}

const width = 110;

/** Wraps a line at {@link width} characters, where it has spaces; its indentation stays. */
function wrappedCommentLine(line: string): string[] {
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
