import { type Command, Option } from 'commander';
import type { AppLoader } from '../project/app-loader.ts';
import type { ReplayOptions } from './replay.ts';

/** Adds the command `replay` with its options. */
export function addReplayCommand(program: Command, load: AppLoader): void {
  program
    .command('replay')
    .description('run the reconciles of a trace again, without a cluster; exits with 1 if one differs')
    .argument('<trace>', 'the file that run --record wrote')
    .addOption(stepOption())
    .action(async (trace: string, options: ReplayOptions) => {
      const { executeReplay } = await import('./replay.ts');
      await executeReplay(await load(), trace, options);
    });
}

/** Returns the option of `replay` that prints single reconciles. */
export function stepOption(): Option {
  return new Option(
    '--step [line]',
    'print the reads and requests of each reconcile, or only of the one on a line of the trace',
  );
}
