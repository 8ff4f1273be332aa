import { type AppCommand, appAction } from '../project/app-loader.ts';
import { clusterOptions, portOf } from '../terminal/shared-option.ts';

/** Adds the command `dashboard` with its options. */
export const addDashboardCommand: AppCommand = (program, load) => {
  const dashboard = program
    .command('dashboard')
    .description('show the custom resources and their children on a local web page')
    .option('-n, --namespace <name>', 'the only namespace to show (default: those that the operator watches)')
    .option('--port <number>', 'the port on 127.0.0.1; 0 for a free one', portOf, 0)
    .action(appAction(load, async () => (await import('./dashboard.ts')).executeDashboard));

  for (const option of clusterOptions()) dashboard.addOption(option);
};
