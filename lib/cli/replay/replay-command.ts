import { Option } from 'commander';
import { type AppCommand, appAction } from '../project/app-loader.ts';

/** Adds the command `replay` with its options. */
export const addReplayCommand: AppCommand = (program, load) => {
  program
    .command('replay')
    .description('run the reconciles of a trace again, without a cluster; exits with 1 if one differs')
    .argument('<trace>', 'the file that run --record wrote')
    .addOption(stepOption())
    .action(appAction(load, async () => (await import('./replay.ts')).executeReplay));
};

/** Returns the option of `replay` that prints single reconciles. */
export function stepOption(): Option {
  return new Option(
    '--step [line]',
    'print the reads and requests of each reconcile, or only of the one on a line of the trace',
  );
}
