import { Option } from 'commander';
import { healthPort, metricsPorts, webhookPorts } from '../../constructs/index.ts';
import { fitHeap } from '../process/heap.ts';
import { type AppCommand, appAction } from '../project/app-loader.ts';
import { clusterOptions } from '../terminal/shared-option.ts';

/** Adds the command `run` with its options. */
export const addRunCommand: AppCommand = (program, load) => {
  const run = program
    .command('run')
    .description('run the operator against a cluster')
    .option('--leader-elect', 'work only while holding the lease, as one of several replicas')
    .addOption(
      new Option(
        '--watch-namespaces <names>',
        'the namespaces to watch: a,b (default: the definition’s, else all)',
      ).env('WATCH_NAMESPACE'),
    )
    .option(
      '--health-address <address>',
      `the address of the probes; 0 for none (default: :${healthPort} in a pod, else 127.0.0.1:${healthPort})`,
    )
    .option(
      '--metrics-address <address>',
      'the address of the metrics: https:// for clients that the API server authorizes, http:// for all; 0 for none',
      `http://127.0.0.1:${metricsPorts.http}`,
    )
    .option('--metrics-cert-dir <dir>', 'the directory of their tls.crt and tls.key (default: issued at each start)')
    .option(
      '--webhook-address <address>',
      `the address of the webhooks; 0 for none (default: :${webhookPorts.container} in a pod, or if --webhook-url names another machine, else 127.0.0.1:${webhookPorts.container})`,
    )
    .option('--webhook-cert-dir <dir>', 'the directory of tls.crt and tls.key (default: the operator issues its own)')
    .option(
      '--record <file>',
      'record the reads and requests of each reconcile, for replay; without the values of Secrets',
    )
    .option('--apply-definitions', 'first write the CRDs of this program to the cluster, for development')
    .option(
      '--webhook-url <url>',
      'the URL at which API servers reach this process, for development: https://host[:port]',
    )
    .addOption(
      new Option('--log-level <level>', 'the level of the log')
        .choices(['debug', 'info', 'warn', 'error'])
        .default('info'),
    )
    .action(
      appAction(load, async () => {
        fitHeap();
        return (await import('./run.ts')).executeRun;
      }),
    );

  for (const option of clusterOptions()) run.addOption(option);
};
