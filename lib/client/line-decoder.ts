const newline = 0x0a;

/**
 * Cuts a stream of bytes into lines of UTF-8 text, wherever the bytes were split on the way.
 *
 * Takes time proportional to the bytes: what is left of a long line is joined once, when its end has come.
 * What follows the last newline is no line.
 */
export class LineDecoder {
  #begun: Buffer[] = [];

  /** The lines that end in this chunk, without their newlines. Empty lines are left out. */
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
