// In: texts of commands, which quote files, catalogs and API servers. Out: the same texts without terminal control
// sequences. Called by each command: nothing else writes to the standard output and the standard error.

import { styleText } from 'node:util';

/** A colour for highlighting. */
export type Colour = 'red' | 'yellow' | 'cyan';

/**
 * Writes a text to the standard output, as {@link printableText} text; words of {@link colouredWord} have colours on a
 * terminal.
 */
export function printText(text: string): void {
  writeTo(process.stdout, text);
}

/** Writes a text to the standard error, in the same way. */
export function printError(text: string): void {
  writeTo(process.stderr, text);
}

/** Marks a word, which {@link printText} writes in colour on a terminal. */
export function colouredWord(word: string, colour: Colour): string {
  mark ??= crypto.randomUUID();
  return `${mark}${colour} ${word}${mark}`;
}

/**
 * Escapes characters that control a terminal or change the writing direction.
 *
 * Such a character becomes its escape, `\u001b`, which has the same meaning in JSON. Line feeds and tabs stay.
 */
export function printableText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(/[^\P{Cc}\n\t]|[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, (character) => {
      return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
    });
}

/** The mark around words of {@link colouredWord}. It is random, so that files can't contain it. */
let mark: string | undefined;

function writeTo(stream: NodeJS.WriteStream, text: string): void {
  const pieces = mark === undefined ? [text] : text.split(mark);
  stream.write(
    pieces.map((piece, index) => (index % 2 === 0 ? printableText(piece) : inColour(piece, stream))).join(''),
  );
}

function inColour(piece: string, stream: NodeJS.WriteStream): string {
  const [, colour, word = ''] = /^(red|yellow|cyan) (.*)$/s.exec(printableText(piece)) ?? [];
  return isColour(colour) ? styleText(colour, word, { stream }) : printableText(piece);
}

function isColour(text: string | undefined): text is Colour {
  return text === 'red' || text === 'yellow' || text === 'cyan';
}
