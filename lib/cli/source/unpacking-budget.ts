// In: what has been unpacked of a source so far. Out: the refusal of a source that would fill the memory.
// Called for each archive and each compressed file of a source, whatever it lies in.

import { Failure } from '../failure.ts';

/** Compressed files in one another; a chart in the archive of another one has two. */
const maxDepth = 8;

/** Several times those of the source code of Kubernetes. */
const maxFileCount = 100_000;

/** More than the definitions of any cluster. A small archive can decompress to a thousand times its size. */
const maxBytes = 256 * 2 ** 20;

/** The bytes and the files that all archives of one source may still amount to. */
export class UnpackingBudget {
  readonly #source: string;
  #bytesLeft = maxBytes;
  #filesLeft = maxFileCount;

  /** @param source - how a person names it. */
  constructor(source: string) {
    this.#source = source;
  }

  /** The most that the next file may decompress to. */
  get bytesLeft(): number {
    return this.#bytesLeft;
  }

  /** @throws Failure if the files decompress to more than 256 MiB together. @param count - of bytes */
  takeBytes(count: number): void {
    this.#bytesLeft -= count;
    if (this.#bytesLeft < 0) throw this.tooLarge();
  }

  /** @throws Failure if the archives hold more than 100,000 entries together. */
  takeFile(): void {
    this.#filesLeft -= 1;
    if (this.#filesLeft < 0) throw this.#failure(`its archives hold more than ${maxFileCount} entries`);
  }

  /** @throws Failure if more than 8 compressed files lie in one another. @param depth - 1 for the source itself */
  assertDepth(depth: number): void {
    if (depth > maxDepth) throw this.#failure(`it has more than ${maxDepth} archives in one another`);
  }

  /** The failure of a source that decompresses to too much. */
  tooLarge(): Failure {
    return this.#failure(`it decompresses to more than ${maxBytes / 2 ** 20} MiB`);
  }

  #failure(what: string): Failure {
    return new Failure(`${this.#source} can't be read: ${what}: name the files in it that hold definitions`);
  }
}
