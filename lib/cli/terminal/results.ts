import { yamlDocument } from '../../yaml/index.ts';
import { jsonLine, printText } from './output.ts';
import type { ResultFormat } from './shared-option.ts';

/** Prints a document as JSON or YAML; nothing as text, which commands print themselves. */
export function printDocument(format: ResultFormat, document: object): void {
  if (format === 'json') printText(jsonLine(document));
  if (format === 'yaml') printText(yamlDocument(document));
}

/** The results of a command: as text, each is printed at once; as JSON or YAML, all of them at the end. */
export class Results<Item extends object> {
  readonly #items: Item[] = [];
  readonly #format: ResultFormat;
  readonly #text: (item: Item) => string;

  /** @param text - returns the text of one result, with its line break. */
  constructor(format: ResultFormat, text: (item: Item) => string) {
    this.#format = format;
    this.#text = text;
  }

  get items(): readonly Item[] {
    return this.#items;
  }

  add(item: Item): void {
    this.#items.push(item);
    if (this.#format === 'text') printText(this.#text(item));
  }

  /** Prints the document, unless the results were printed as text. */
  end(document: object): void {
    printDocument(this.#format, document);
  }
}
