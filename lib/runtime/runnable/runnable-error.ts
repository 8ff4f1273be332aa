/** A part of the process has failed, and so ended the whole. */
export class RunnableError extends Error {
  override readonly name = 'RunnableError';
  readonly code = 'runnable-failed';
  /** The runnable as `{ group }/{ name }`. */
  readonly runnable: string;

  constructor(runnable: string, cause: unknown) {
    super(`${runnable} failed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.runnable = runnable;
  }
}
