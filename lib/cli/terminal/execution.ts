import { type Command, CommanderError } from 'commander';
import { outliveReader } from './lost-reader.ts';
import { complain } from './output.ts';
import { sentence } from './sentence.ts';
import { unknownCommand } from './unknown-command.ts';
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
export async function execute(
  program: Command,
  argv: readonly string[],
  { failureCode = () => 1 }: ExecutionOptions = {},
): Promise<void> {
  outliveReader(process.stdout);
  outliveReader(process.stderr);
  const complaint = await unknownCommand(program, argv);
  if (complaint !== undefined) {
    complain(`${complaint}\n`);
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
    complain(`${[sentence(error), ...userFrames(error)].join('\n')}\n`);
    process.exitCode = failureCode(command);
  }
}
