import { type Command, CommanderError } from 'commander';
import { isSystemError } from '../../system/index.ts';
import { printError } from './output.ts';
import { userFrames } from './user-frames.ts';

/** The exit codes of a program. */
export interface ExecutionOptions {
  /** The exit code of a command's failure: 2, if 1 means findings. @default 1 */
  readonly failureCode?: (command: string) => 1 | 2;
}

/**
 * Runs the command of the command line.
 *
 * A failure is reported in one sentence on the standard error, and the process exits with its code. A programming error
 * is reported with its places in the author's files. A wrong command line exits with 2.
 */
export async function executeCommand(
  program: Command,
  argv: readonly string[],
  { failureCode = () => 1 }: ExecutionOptions = {},
): Promise<void> {
  ignoreEarlyClose(process.stdout);
  ignoreEarlyClose(process.stderr);
  const complaint = await unknownCommand(program, argv);
  if (complaint !== undefined) {
    printError(`${complaint}\n`);
    process.exitCode = 2;
    return;
  }
  let command = program.name();
  program.hook('preAction', (_, called) => {
    command = called.name();
  });
  try {
    await program.parseAsync(argv, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : 2;
      return;
    }
    printError(`${[errorSentence(error), ...userFrames(error)].join('\n')}\n`);
    process.exitCode = failureCode(command);
  }
}

/**
 * Ignores a reader that closes an output early, such as `| head`: the process finishes its work, and exits with its
 * usual code.
 *
 * Other write errors are reported in one sentence, and the process exits with 1.
 */
function ignoreEarlyClose(output: NodeJS.WriteStream): void {
  output.on('error', (error: Error) => {
    if (isSystemError(error, 'EPIPE')) return;
    process.exitCode = 1;
    if (output !== process.stderr) printError(`the output can't be written: ${errorSentence(error)}\n`);
  });
}

/**
 * Returns the message for an unknown command, also in a group; undefined if the command exists.
 *
 * A program with a default command would take the word for an argument of that.
 */
async function unknownCommand(program: Command, [word, ...words]: readonly string[]): Promise<string | undefined> {
  if (word === undefined || word.startsWith('-') || program.commands.length === 0) return undefined;
  const command = program.commands.find((each) => each.name() === word);
  if (command !== undefined) return await unknownCommand(command, words);
  if (word === 'help') return undefined;
  const shown = program.createHelp().visibleCommands(program);
  const names = shown.map((each) => each.name()).filter((name) => name !== 'help');
  const { nearestName } = await import('../../schema/index.ts');
  const meant = nearestName(word, names);
  const remedy = meant === undefined ? `: there are ${names.join(', ')}` : `, did you mean ${meant}?`;
  return `${fullName(program)} has no command '${word}'${remedy}`;
}

function fullName(command: Command): string {
  return command.parent === null ? command.name() : `${fullName(command.parent)} ${command.name()}`;
}

/** Returns an error as one line: its message, and those of its causes that add information. */
function errorSentence(error: unknown): string {
  const parts: string[] = [];
  let current = error;
  while (current instanceof Error) {
    const { message } = current;
    if (message !== '' && !parts.some((part) => part.includes(message))) parts.push(message);
    current = current.cause;
  }
  return parts.length > 0 ? parts.join(': ') : String(error);
}
