/** One parsed document of a file. */
export interface ParsedDocument {
  /** The value; undefined if the document can't be read. */
  readonly value: unknown;
  /** The problems that readers have with the document. */
  readonly problems: readonly DocumentProblem[];
}

/** The reason why a document can't be read, or not by all readers in the same way. */
export interface DocumentProblem {
  /**
   * `encoding`: the bytes are not text. `syntax`: the text is not a document. `duplicate-key`: the last value counts.
   */
  readonly kind: 'encoding' | 'syntax' | 'duplicate-key';
  /** The message, with the line if known: `nested mappings are not allowed at line 3, column 7`. */
  readonly what: string;
}
