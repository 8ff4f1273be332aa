/** Stands for a part of a value that is not given. A rule that reads it is not evaluated. */
export class NotGiven {
  readonly #path: string;

  /** @param path - of the missing part, such as `metadata.name`. */
  constructor(path: string) {
    this.#path = path;
  }

  /** The reason why a rule that reads it is not evaluated. */
  get reason(): string {
    return `${this.#path} is not given`;
  }
}
