const newline = 0x0a;

/**
 * Cuts a stream of bytes into lines of UTF-8 text, wherever the chunks end.
 *
 * Takes time proportional to the bytes: the parts of a long line are joined once, at its end. Text after the last newline
 * is dropped.
 */
export class LineDecoder {
  #begun: Buffer[] = [];

  /** Returns the lines that end in this chunk, without their newlines. Omits empty lines. */
  decode(chunk: Buffer): string[] {
    const lines: string[] = [];
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      const line = this.#ended(chunk.subarray(start, end));
      if (line !== '') lines.push(line);
      start = end + 1;
    }
    if (start < chunk.length) this.#begun.push(chunk.subarray(start));
    return lines;
  }

  #ended(rest: Buffer): string {
    if (this.#begun.length === 0) return rest.toString('utf8');
    const line = Buffer.concat([...this.#begun, rest]).toString('utf8');
    this.#begun = [];
    return line;
  }
}
