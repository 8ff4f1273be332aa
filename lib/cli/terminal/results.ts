import { yamlDocument } from '../../yaml/index.ts';
import { printText } from './output.ts';
import type { ResultFormat } from './shared-option.ts';

/** Prints the result of a command: its text for people, or the document. */
export function printResult(format: ResultFormat, document: object, text: string): void {
  printText({ text: () => text, json: jsonLine, yaml: yamlDocument }[format](document));
}

/** The results of a command: as text, each is printed at once; as JSON or YAML, all of them at the end. */
export class Results<Item extends object> {
  readonly #items: Item[] = [];
  readonly #format: ResultFormat;

  constructor(format: ResultFormat) {
    this.#format = format;
  }

  get items(): readonly Item[] {
    return this.#items;
  }

  /** Adds a result. @param text - its text for people, with a line break. */
  add(item: Item, text: string): void {
    this.#items.push(item);
    if (this.#format === 'text') printText(text);
  }

  /** Prints the document, unless the results were printed as text. */
  end(document: object): void {
    if (this.#format !== 'text') printResult(this.#format, document, '');
  }
}

/** Returns a value as JSON, with a trailing line break. */
function jsonLine(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
