import type { Command } from 'commander';
import type { AppLoader } from '../project/app-loader.ts';
import type { InstallOptions } from './install.ts';
import { addInstallationOptions } from './installation-option.ts';

/** Adds `deploy`. */
export function addDeploy(program: Command, load: AppLoader): void {
  const command = program
    .command('deploy')
    .description('apply all manifests of the operator to a cluster, and wait until its manager is available')
    .action(async (options: InstallOptions) => {
      const { deployCommand } = await import('./install.ts');
      await deployCommand(await load(), options);
    });
  addInstallationOptions(command, 'deploy --dry-run=server');
}
