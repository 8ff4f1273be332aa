// In: texts of commands, which quote files, catalogs and API servers. Out: the same texts without anything that a terminal
// obeys. Called by each command: nothing else writes on the standard output and the standard error.

import { styleText } from 'node:util';

/** A colour that a word stands out by. */
export type Colour = 'red' | 'yellow' | 'cyan';

/** Writes a text on the standard output, as {@link printable} text; words of {@link coloured} have colours on a terminal. */
export function print(text: string): void {
  write(process.stdout, text);
}

/** Writes a text on the standard error, in the same way. */
export function complain(text: string): void {
  write(process.stderr, text);
}

/** A word that has a colour where {@link print} writes it on a terminal. */
export function coloured(word: string, colour: Colour): string {
  mark ??= crypto.randomUUID();
  return `${mark}${colour} ${word}${mark}`;
}

/**
 * A text without characters that control a terminal or turn the direction of writing.
 *
 * Such a character becomes its escape, `\u001b`, which has the same meaning in JSON. Line feeds and tabs stay.
 */
export function printable(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(/[^\P{Cc}\n\t]|[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, (character) => {
      return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
    });
}

/** Surrounds words of {@link coloured}. No file can contain it, so that colours come from commands alone. */
let mark: string | undefined;

function write(stream: NodeJS.WriteStream, text: string): void {
  const pieces = mark === undefined ? [text] : text.split(mark);
  stream.write(pieces.map((piece, index) => (index % 2 === 0 ? printable(piece) : inColour(piece, stream))).join(''));
}

function inColour(piece: string, stream: NodeJS.WriteStream): string {
  const [, colour, word = ''] = /^(red|yellow|cyan) (.*)$/s.exec(printable(piece)) ?? [];
  return isColour(colour) ? styleText(colour, word, { stream }) : printable(piece);
}

function isColour(text: string | undefined): text is Colour {
  return text === 'red' || text === 'yellow' || text === 'cyan';
}
