import { createInterface } from 'node:readline/promises';
import { Failure } from '../failure.ts';

/** A value that a command needs. */
export interface Question {
  /** The option with the value, such as `--domain`. */
  readonly option: string;
  /** The meaning of the value, with an example. */
  readonly meaning: string;
  /** The value without an answer. @default none: there must be an answer */
  readonly fallback?: string;
  /** Returns the reason why a value is not valid, and an example; undefined if it is valid. */
  readonly finding: (value: string) => string | undefined;
}

/**
 * Returns the answer to a question: the value of its option, or else the user's words on a terminal.
 *
 * @throws Failure if there is no value, or if the given one is not valid.
 */
export async function answerTo(
  given: string | undefined,
  { option, meaning, fallback, finding }: Question,
  terminal: InteractiveTerminal | undefined = interactiveTerminal(),
): Promise<string> {
  const value = given ?? (terminal === undefined ? fallback : undefined);
  if (value !== undefined) {
    const found = finding(value);
    if (found !== undefined) throw new Failure(`${option} ${value}: ${found}`);
    return value;
  }
  if (terminal === undefined) throw new Failure(`${option} is missing: ${meaning}`);
  const lines = createInterface(terminal);
  const closed = new AbortController();
  lines.once('close', () => closed.abort());
  try {
    for (;;) {
      const words = await lines.question(`${meaning}${fallback === undefined ? '' : ` (${fallback})`}: `, closed);
      const answer = words.trim() === '' ? (fallback ?? '') : words.trim();
      const found = finding(answer);
      if (found === undefined) return answer;
      terminal.output.write(`${found}\n`);
    }
  } catch (error) {
    if (closed.signal.aborted) throw new Failure(`there is no answer: pass ${option}`);
    throw error;
  } finally {
    lines.close();
  }
}

/** A terminal with a person who answers questions. */
interface InteractiveTerminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/** Returns the terminal of this process; undefined if a program writes its input or reads its output. */
function interactiveTerminal(): InteractiveTerminal | undefined {
  const { stdin: input, stdout: output } = process;
  return input.isTTY && output.isTTY ? { input, output } : undefined;
}
