import type { Command } from 'commander';
import type { AppLoader } from '../project/app-loader.ts';
import { addInstallationOptions, deletionOption } from './installation-option.ts';
import type { UninstallOptions } from './uninstall.ts';

/** Adds `undeploy`. */
export function addUndeploy(program: Command, load: AppLoader): void {
  const command = program
    .command('undeploy')
    .description('delete all manifests of the operator from a cluster; refuses while custom resources exist')
    .addOption(deletionOption())
    .action(async (options: UninstallOptions) => {
      const { undeployCommand } = await import('./uninstall.ts');
      await undeployCommand(await load(), options);
    });
  addInstallationOptions(command, 'undeploy --delete-resources --timeout 10m');
}
