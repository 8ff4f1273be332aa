import type { Command } from 'commander';
import type { AppLoader } from '../project/app-loader.ts';
import type { InstallOptions } from './install.ts';
import { addInstallationOptions } from './installation-option.ts';

/** Adds `install`. */
export function addInstall(program: Command, load: AppLoader): void {
  const command = program
    .command('install')
    .description('apply the CRDs of this app to a cluster, and wait until they are served')
    .action(async (options: InstallOptions) => {
      const { installCommand } = await import('./install.ts');
      await installCommand(await load(), options);
    });
  addInstallationOptions(command, 'install --context kind-kind');
}
