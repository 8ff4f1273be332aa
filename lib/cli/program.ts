// In: an app, or a function that loads it, and the command line. Out: the effect of the command, each in its own
// module. Called by `main`.

import { basename } from 'node:path';
import { type Command, CommanderError } from 'commander';
import { Operator } from '../constructs/index.ts';
import { addBuild } from './build/build-command.ts';
import { addDashboard } from './dashboard/dashboard-command.ts';
import { addDev } from './dev/dev-command.ts';
import { addDiff } from './diff/diff-command.ts';
import { addDocs } from './docs/docs-command.ts';
import { addDoctor } from './doctor/doctor-command.ts';
import { addGraph } from './graph/graph-command.ts';
import { addImage } from './image/image-command.ts';
import { addInstallation } from './install/installation-command.ts';
import { programPath } from './process/program-path.ts';
import type { AppCommand, AppLoader } from './project/app-loader.ts';
import { addRender } from './render/render-command.ts';
import { addReplay } from './replay/replay-command.ts';
import { addMigrate } from './run/migrate-command.ts';
import { addRun } from './run/run-command.ts';
import { addSynth } from './synth/synth-command.ts';
import { addExamples } from './terminal/command-example.ts';
import { commandLine } from './terminal/command-line.ts';
import { executeCommand } from './terminal/execution.ts';
import { printText } from './terminal/output.ts';
import { addRelay } from './tunnel/relay-command.ts';
import { addCheckUpgrade } from './upgrade/check-upgrade-command.ts';

/** The commands, in the order of the help. */
const commands: readonly AppCommand[] = [
  addSynth,
  addDev,
  addRun,
  addRender,
  addDiff,
  addInstallation,
  addDoctor,
  addReplay,
  addMigrate,
  addBuild,
  addImage,
  addDocs,
  addGraph,
  addDashboard,
  addCheckUpgrade,
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
  addRelay(program);
  addExamples(program);
  await executeCommand(program, argv, { failureCode: (command) => (command === 'check-upgrade' ? 2 : 1) });
}
