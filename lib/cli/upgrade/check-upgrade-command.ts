import type { Command } from 'commander';
import type { AppLoader } from '../project/app-loader.ts';
import { acceptOption, formatOption, upgradeExitCodes } from '../terminal/shared-option.ts';
import type { AppUpgradeOptions } from './app-upgrade.ts';

/** Adds `check-upgrade`. */
export function addCheckUpgrade(program: Command, load: AppLoader): void {
  program
    .command('check-upgrade')
    .description('report the effects of the upgrade from earlier releases on users')
    .option('--against <where>', 'a directory with earlier bundles, or a commit that has them (default: the catalogs’)')
    .option('-b, --bundle <dir>', 'the directory of the bundles in the commit', 'bundle')
    .addOption(acceptOption())
    .addOption(formatOption())
    .action(async (options: AppUpgradeOptions) => {
      const { appUpgradeCommand } = await import('./app-upgrade.ts');
      await appUpgradeCommand(await load(), options);
    })
    .addHelpText('after', upgradeExitCodes);
}
