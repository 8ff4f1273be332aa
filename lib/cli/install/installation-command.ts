import type { Command } from 'commander';
import type { AppCommand } from '../project/app-loader.ts';
import type { InstallOptions } from './installation-option.ts';
import { addInstallationOptions, deletionOption } from './installation-option.ts';
import type { UninstallOptions } from './uninstall.ts';

/** Adds the commands `install`, `uninstall`, `deploy` and `undeploy` with their options. */
export const addInstallationCommands: AppCommand = (program, load) => {
  add('install', 'apply the CRDs of this app to a cluster, and wait until they are served').action(
    async (options: InstallOptions) => (await import('./install.ts')).executeInstall(await load(), options),
  );
  add('uninstall', 'delete the CRDs of this app from a cluster; refuses while custom resources exist')
    .addOption(deletionOption())
    .action(async (options: UninstallOptions) =>
      (await import('./uninstall.ts')).executeUninstall(await load(), options),
    );
  add('deploy', 'apply all manifests of the operator to a cluster, and wait until its manager is available').action(
    async (options: InstallOptions) => (await import('./install.ts')).executeDeploy(await load(), options),
  );
  add('undeploy', 'delete all manifests of the operator from a cluster; refuses while custom resources exist')
    .addOption(deletionOption())
    .action(async (options: UninstallOptions) =>
      (await import('./uninstall.ts')).executeUndeploy(await load(), options),
    );

  function add(name: string, description: string): Command {
    const command = program.command(name).description(description);
    addInstallationOptions(command);
    return command;
  }
};
