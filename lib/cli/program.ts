// In: an app, or a function that loads it, and the command line. Out: the effect of the command, each in its own
// module. Called by `main`.

import { basename } from 'node:path';
import { type Command, CommanderError } from 'commander';
import { Operator } from '../constructs/index.ts';
import { addAppCommands, addRelay } from './app-command.ts';
import { programPath } from './process/program-path.ts';
import type { AppLoader } from './project/app-loader.ts';
import { addExamples } from './terminal/command-example.ts';
import { commandLine } from './terminal/command-line.ts';
import { executeCommand } from './terminal/execution.ts';
import { printText } from './terminal/output.ts';

/** Returns the commands of each app, for a program that runs none of them. */
export function appCommands(): readonly Command[] {
  const program = commandLine('main.ts', '');
  addAppCommands(program, () => Promise.reject(new Error('this program has no app')));
  return program.commands;
}

/** Parses the command line and runs its command. */
export async function runProgram(load: AppLoader, argv: readonly string[]): Promise<void> {
  const name = basename(programPath());
  const program = commandLine(name, 'Synthesizes the manifests of this app, or runs its operator.')
    .option('-V, --version', 'print the versions of the operator and of the library')
    .hook('preSubcommand', async (command) => {
      if (command.getOptionValue('version') !== true) return;
      const { libraryVersion } = await import('./process/library-version.ts');
      const operators = Operator.in(await load()).map(({ name, props }) => `${name} ${props.version}\n`);
      printText([...operators, `operand ${libraryVersion}\n`].join(''));
      throw new CommanderError(0, 'commander.version', 'the version was asked for');
    });

  addAppCommands(program, load);
  addRelay(program);
  addExamples(program);
  await executeCommand(program, argv, { failureCode: (command) => (command === 'check-upgrade' ? 2 : 1) });
}
