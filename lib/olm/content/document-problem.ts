/** Why a document can't be read, or not in the same way by everybody. */
export interface DocumentProblem {
  /** `encoding`: the bytes are no text. `syntax`: the text is no document. `duplicate-key`: the last value is taken. */
  readonly kind: 'encoding' | 'syntax' | 'duplicate-key';
  /** In words, with the line if it is known: `nested mappings are not allowed at line 3, column 7`. */
  readonly what: string;
}
