import type { Command } from 'commander';
import type { AppLoader } from '../project/app-loader.ts';
import { stepOption } from '../terminal/shared-option.ts';
import type { ReplayOptions } from './replay.ts';

/** Adds `replay`. */
export function addReplay(program: Command, load: AppLoader): void {
  program
    .command('replay')
    .description('run the reconciles of a trace again, without a cluster; exits with 1 if one differs')
    .argument('<trace>', 'the file that run --record wrote')
    .addOption(stepOption())
    .action(async (trace: string, options: ReplayOptions) => {
      const { replayCommand } = await import('./replay.ts');
      await replayCommand(await load(), trace, options);
    });
}
