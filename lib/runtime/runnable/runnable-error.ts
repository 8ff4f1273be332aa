import { brandedError } from '../../error/index.ts';
import { thrownText } from '../../system/index.ts';

/** A part of the process has failed, and so ended the process. A cause that names the part needs no other message. */
export class RunnableError extends brandedError('RunnableError') {
  readonly code = 'runnable-failed';
  /** The runnable as `{ group }/{ name }`. */
  readonly runnable: string;

  /** @param name - the runnable's own, within its group. */
  constructor(group: string, name: string, cause: unknown) {
    const reason = thrownText(cause);
    super(reason.includes(name) ? reason : `${group}/${name} failed: ${reason}`, { cause });
    this.runnable = `${group}/${name}`;
  }
}
