import type { Command } from 'commander';
import type { AppLoader } from '../project/app-loader.ts';
import { clusterOptions, portOf } from '../terminal/shared-option.ts';
import type { DashboardOptions } from './dashboard.ts';

/** Adds the command `dashboard` with its options. */
export function addDashboardCommand(program: Command, load: AppLoader): void {
  const dashboard = program
    .command('dashboard')
    .description('show the custom resources and their children on a local web page')
    .option('-n, --namespace <name>', 'the only namespace to show (default: those that the operator watches)')
    .option('--port <number>', 'the port on 127.0.0.1; 0 for a free one', portOf, 0)
    .action(async (options: DashboardOptions) => {
      const { executeDashboard } = await import('./dashboard.ts');
      await executeDashboard(await load(), options);
    });

  for (const option of clusterOptions()) dashboard.addOption(option);
}
