import type { Command } from 'commander';
import type { AppLoader } from '../project/app-loader.ts';
import { addInstallationOptions, deletionOption } from './installation-option.ts';
import type { UninstallOptions } from './uninstall.ts';

/** Adds `uninstall`. */
export function addUninstall(program: Command, load: AppLoader): void {
  const command = program
    .command('uninstall')
    .description('delete the CRDs of this app from a cluster; refuses while custom resources exist')
    .addOption(deletionOption())
    .action(async (options: UninstallOptions) => {
      const { uninstallCommand } = await import('./uninstall.ts');
      await uninstallCommand(await load(), options);
    });
  addInstallationOptions(command, 'uninstall --delete-resources');
}
