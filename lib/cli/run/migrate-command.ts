import type { Command } from 'commander';
import type { AppLoader } from '../project/app-loader.ts';
import { clusterOptions, resultOption } from '../terminal/shared-option.ts';
import type { MigrateOptions } from './migrate.ts';

/** Adds the command `migrate` with its options. */
export function addMigrateCommand(program: Command, load: AppLoader): void {
  const migrate = program
    .command('migrate')
    .description('rewrite stored objects in the storage version, so that older versions can be removed')
    .addOption(resultOption())
    .action(async (options: MigrateOptions) => {
      const { executeMigrate } = await import('./migrate.ts');
      await executeMigrate(await load(), options);
    });

  for (const option of clusterOptions()) migrate.addOption(option);
}
