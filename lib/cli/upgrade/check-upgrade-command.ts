import { Option } from 'commander';
import { type AppCommand, appAction } from '../project/app-loader.ts';
import { formatOption } from '../terminal/shared-option.ts';

/** Adds the command `check-upgrade` with its options. */
export const addCheckUpgradeCommand: AppCommand = (program, load) => {
  program
    .command('check-upgrade')
    .description('report the effects of the upgrade from earlier releases on users')
    .option('--against <where>', 'a directory with earlier bundles, or a commit that has them (default: the catalogs’)')
    .option('-b, --bundle <dir>', 'the directory of the bundles in the commit', 'bundle')
    .addOption(acceptOption())
    .addOption(formatOption())
    .action(appAction(load, async () => (await import('./app-upgrade.ts')).executeAppUpgrade))
    .addHelpText('after', upgradeExitCodes);
};

/** Returns the option for accepted findings of an upgrade. */
export function acceptOption(): Option {
  return new Option(
    '--accept <file>',
    'accepted findings: a list in YAML with operator, release, rule, file, path and reason of each',
  );
}

/** The exit codes of a comparison of releases. */
export const upgradeExitCodes = `
Exits with 0 if nothing breaks, or all breaking changes are accepted; with 1 if users are certainly affected; with 2 if
releases can't be compared.`;
