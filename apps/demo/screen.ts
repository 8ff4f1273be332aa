/** An area of the terminal that is redrawn. Without a terminal, each picture that differs from the last is printed. */
export class Screen {
  #shown = '';

  /** Replaces the lines of the area. */
  draw(lines: readonly string[]): void {
    const picture = lines.map((line) => `  ${line}\n`).join('');
    if (picture === this.#shown) return;
    const height = this.#shown.split('\n').length - 1;
    if (process.stdout.isTTY && height > 0) process.stdout.write(`\x1b[${height}A\x1b[J`);
    process.stdout.write(picture);
    if (!process.stdout.isTTY) process.stdout.write('\n');
    this.#shown = picture;
  }

  /** Leaves the area as it is. The next lines are drawn below it. */
  keep(): void {
    this.#shown = '';
  }
}
