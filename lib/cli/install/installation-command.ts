import type { Command } from 'commander';
import { type AppCommand, appAction } from '../project/app-loader.ts';
import { addInstallationOptions, deletionOption } from './installation-option.ts';

/** Adds the commands `install`, `uninstall`, `deploy` and `undeploy` with their options. */
export const addInstallationCommands: AppCommand = (program, load) => {
  add('install', 'apply the CRDs of this app to a cluster, and wait until they are served').action(
    appAction(load, async () => (await import('./install.ts')).executeInstall),
  );
  add('uninstall', 'delete the CRDs of this app from a cluster; refuses while custom resources exist')
    .addOption(deletionOption())
    .action(appAction(load, async () => (await import('./uninstall.ts')).executeUninstall));
  add('deploy', 'apply all manifests of the operator to a cluster, and wait until its manager is available').action(
    appAction(load, async () => (await import('./install.ts')).executeDeploy),
  );
  add('undeploy', 'delete all manifests of the operator from a cluster; refuses while custom resources exist')
    .addOption(deletionOption())
    .action(appAction(load, async () => (await import('./uninstall.ts')).executeUndeploy));

  function add(name: string, description: string): Command {
    const command = program.command(name).description(description);
    addInstallationOptions(command);
    return command;
  }
};
