// In: the amount of data unpacked from a source so far. Out: an error for a source that would fill the memory. Called
// for each archive and each compressed file of a source, nested or not.

import { Failure } from '../failure.ts';

/** The maximum depth of nested compressed files; a chart in the archive of another one has two. */
const maxDepth = 8;

/** Several times the number in the source code of Kubernetes. */
const maxFileCount = 100_000;

/** More than the definitions of any cluster. A small archive can decompress to a thousand times its size. */
const maxBytes = 256 * 2 ** 20;

/** The remaining bytes and files of all archives of one source. */
export class UnpackingBudget {
  readonly #source: string;
  #bytesLeft = maxBytes;
  #filesLeft = maxFileCount;

  /** @param source - the user's name of it. */
  constructor(source: string) {
    this.#source = source;
  }

  /** The maximum size of the next decompressed file. */
  get bytesLeft(): number {
    return this.#bytesLeft;
  }

  /** @throws Failure if all files together decompress to more than 256 MiB. @param count - the number of bytes. */
  takeBytes(count: number): void {
    this.#bytesLeft -= count;
    if (this.#bytesLeft < 0) throw this.tooLarge();
  }

  /** @throws Failure if all archives together have more than 100,000 entries. */
  takeFile(): void {
    this.#filesLeft -= 1;
    if (this.#filesLeft < 0) throw this.#unreadableSource(`its archives hold more than ${maxFileCount} entries`);
  }

  /** @throws Failure if more than 8 compressed files are nested. @param depth - 1 for the source itself. */
  assertDepth(depth: number): void {
    if (depth > maxDepth) throw this.#unreadableSource(`it has more than ${maxDepth} nested archives`);
  }

  /** Returns the failure of a source that exceeds the maximum size. */
  tooLarge(): Failure {
    return this.#unreadableSource(`it decompresses to more than ${maxBytes / 2 ** 20} MiB`);
  }

  #unreadableSource(what: string): Failure {
    return new Failure(`${this.#source} can't be read: ${what}: name the files in it with definitions`);
  }
}
