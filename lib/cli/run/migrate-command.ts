import { type AppCommand, appAction } from '../project/app-loader.ts';
import { clusterOptions, resultOption } from '../terminal/shared-option.ts';

/** Adds the command `migrate` with its options. */
export const addMigrateCommand: AppCommand = (program, load) => {
  const migrate = program
    .command('migrate')
    .description('rewrite stored objects in the storage version, so that older versions can be removed')
    .addOption(resultOption())
    .action(appAction(load, async () => (await import('./migrate.ts')).executeMigrate));

  for (const option of clusterOptions()) migrate.addOption(option);
};
