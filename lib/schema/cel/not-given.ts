/** Stands in a value for what is not known here. A rule that reads it is not evaluated. */
export class NotGiven {
  readonly #path: string;

  /** @param path - where in the whole it is missing, such as `metadata.name`. */
  constructor(path: string) {
    this.#path = path;
  }

  /** Why a rule that reads it is not evaluated. */
  get reason(): string {
    return `${this.#path} is not given`;
  }
}
