// In: an app, or a function that loads it, and the command line. Out: the effect of the command, each in its own
// module. Called by `main`.

import { basename } from 'node:path';
import { type Command, CommanderError } from 'commander';
import { Operator } from '../constructs/index.ts';
import { addBuildCommand } from './build/build-command.ts';
import { addDashboardCommand } from './dashboard/dashboard-command.ts';
import { addDevCommand } from './dev/dev-command.ts';
import { addDiffCommand } from './diff/diff-command.ts';
import { addDocsCommand } from './docs/docs-command.ts';
import { addDoctorCommand } from './doctor/doctor-command.ts';
import { addGraphCommand } from './graph/graph-command.ts';
import { addImageCommand } from './image/image-command.ts';
import { addInstallationCommands } from './install/installation-command.ts';
import { programPath } from './process/program-path.ts';
import type { AppCommand, AppLoader } from './project/app-loader.ts';
import { addRenderCommand } from './render/render-command.ts';
import { addReplayCommand } from './replay/replay-command.ts';
import { addMigrateCommand } from './run/migrate-command.ts';
import { addRunCommand } from './run/run-command.ts';
import { addSynthCommand } from './synth/synth-command.ts';
import { addExamples } from './terminal/command-example.ts';
import { commandLine } from './terminal/command-line.ts';
import { executeCommand } from './terminal/execution.ts';
import { printText } from './terminal/output.ts';
import { addRelayCommand } from './tunnel/relay-command.ts';
import { addCheckUpgradeCommand } from './upgrade/check-upgrade-command.ts';

/** The commands, in the order of the help. */
const commands: readonly AppCommand[] = [
  addSynthCommand,
  addDevCommand,
  addRunCommand,
  addRenderCommand,
  addDiffCommand,
  addInstallationCommands,
  addDoctorCommand,
  addReplayCommand,
  addMigrateCommand,
  addBuildCommand,
  addImageCommand,
  addDocsCommand,
  addGraphCommand,
  addDashboardCommand,
  addCheckUpgradeCommand,
];

/** Returns the commands of each app, for a program that runs none of them. */
export function appCommands(): readonly Command[] {
  const program = commandLine('main.ts', '');
  for (const add of commands) add(program, () => Promise.reject(new Error('this program has no app')));
  return program.commands;
}

/** Runs this program: parses its command line, and runs the command in it. */
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

  for (const add of commands) add(program, load);
  addRelayCommand(program);
  addExamples(program);
  await executeCommand(program, argv, { failureCode: (command) => (command === 'check-upgrade' ? 2 : 1) });
}
