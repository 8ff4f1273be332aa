import { createHash } from 'node:crypto';

/** The size and the checksum of bytes that pass. */
export class Measure {
  readonly #hash = createHash('sha256');
  #sizeBytes = 0;

  /** Returns the same chunks. */
  async *of(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of content) {
      this.#hash.update(chunk);
      this.#sizeBytes += chunk.byteLength;
      yield chunk;
    }
  }

  get result(): { readonly sizeBytes: number; readonly checksum: string } {
    return { sizeBytes: this.#sizeBytes, checksum: `sha256:${this.#hash.copy().digest('hex')}` };
  }
}
