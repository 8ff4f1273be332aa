import { type Command, Option } from 'commander';
import type { AppLoader } from '../project/app-loader.ts';
import { clusterOptions, portOf } from '../terminal/shared-option.ts';
import type { DevOptions } from './dev-option.ts';

/** Adds the command `dev` with its options. */
export function addDevCommand(program: Command, load: AppLoader): void {
  const dev = program
    .command('dev')
    .description('run the operator from its sources, and again after each save (default: on an embedded cluster)')
    .option(
      '--namespace <name>',
      'the namespace of the operator in your cluster that this one replaces (default: the only one that has it)',
    )
    .option('--watch-namespaces <names>', 'the namespaces to watch: a,b (default: the definition’s, else all)')
    .option(
      '--webhook-url <url>',
      'the URL at which the API servers of your cluster reach this process: https://host[:port] (default: the address of this machine at which one does, else a Service in front of a pod that leads here)',
    )
    .option(
      '--webhook-address <address>',
      'the address of the webhooks; 0 leaves the calls to the operator in your cluster (default: that of --webhook-url)',
    )
    .option(
      '--dashboard [port]',
      'show the resources and the manager on a local web page (default: a free port)',
      portOf,
    )
    .addOption(new Option('--session', 'run once, as the process that a save ends').hideHelp())
    .action(async (options: DevOptions) => {
      const { executeDev } = await import('./dev.ts');
      await executeDev(load, options);
    })
    .addHelpText('after', devHelp);

  for (const option of clusterOptions('$KUBECONFIG, else an embedded cluster')) dev.addOption(option);
}

const devHelp = `
Exits with 0 after Ctrl-C; with 1 if the cluster can't be used, or another process takes the Lease of the operator.`;
