// In: the text of an expression that constructs objects, such as `Object.spec{replicas: 1}`. Out: a text with calls in their place,
// which the parser knows: `message__("Object.spec", "replicas", 1)`. Called for the mutations of admission policies.

import { opaqueText } from './string-literal.ts';

/** The function that constructions become. */
export const messageFunction = 'message__';

/** Strings and comments, names, and single characters. */
const part = new RegExp(`(?<opaque>${opaqueText.source})|(?<name>[A-Za-z_]\\w*)|.`, 'gis');

/** Returns an expression whose constructions of objects are calls. Takes time linear in the text. */
export function textWithCalls(text: string): string {
  const writer = new CallWriter();
  for (const { 0: found, groups } of text.matchAll(part)) writer.write(found, groups?.name !== undefined);
  return writer.text;
}

/** The name of a type, and the place where it is written. */
interface TypeName {
  readonly start: number;
  readonly text: string;
}

/** Writes the parts of an expression one after the other. */
class CallWriter {
  #written: string[] = [];
  /** The open brackets; that of a construction is `message`. */
  readonly #open: string[] = [];
  /** The mark of a construction's next field, if the present part is its name: `?` if the field is optional. */
  #field: '' | '?' | undefined;
  /** The name before the present part, with its dots. */
  #name: TypeName | undefined;

  get text(): string {
    return this.#written.join('');
  }

  write(text: string, isName: boolean): void {
    if (text.trim() === '' || text.startsWith('//')) this.#written.push(text);
    else if (isName && this.#field !== undefined) this.#written.push(`, ${JSON.stringify(`${this.#field}${text}`)}`);
    else if (isName || (text === '.' && this.#name !== undefined)) this.#writeName(text);
    else this.#writeOther(text);
  }

  #writeName(text: string): void {
    const known = this.#name;
    const continues = known !== undefined && (text === '.' || known.text.endsWith('.'));
    if (text === 'in' && !continues) this.#name = undefined;
    else if (continues) this.#name = { start: known.start, text: `${known.text}${text}` };
    else this.#name = { start: this.#written.length, text };
    this.#written.push(text);
  }

  #writeOther(text: string): void {
    const name = this.#name;
    this.#name = undefined;
    if (text === '{' && name !== undefined) {
      this.#written = this.#written.slice(0, name.start);
      this.#written.push(`${messageFunction}(${JSON.stringify(name.text)}`);
      this.#open.push('message');
      this.#field = '';
      return;
    }
    if (['(', '[', '{'].includes(text)) this.#open.push(text);
    if (this.#open.at(-1) === 'message' && this.#writeInMessage(text)) return;
    if (![')', ']', '}'].includes(text)) this.#written.push(text);
    else this.#close(text);
  }

  /** Returns false for a text that is part of a field's value. */
  #writeInMessage(text: string): boolean {
    if (text === ',') this.#field = '';
    else if (this.#field === '' && text === '?') this.#field = '?';
    else if (this.#field !== undefined && text === ':') {
      this.#field = undefined;
      this.#written.push(', ');
    } else return false;
    return true;
  }

  #close(text: string): void {
    this.#field = undefined;
    this.#written.push(this.#open.pop() === 'message' ? ')' : text);
  }
}
