/** A terminal with a person who answers questions. */
export interface InteractiveTerminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/** Returns the terminal of this process; undefined if a program writes its input or reads its output. */
export function interactiveTerminal(): InteractiveTerminal | undefined {
  const { stdin: input, stdout: output } = process;
  return input.isTTY && output.isTTY ? { input, output } : undefined;
}
