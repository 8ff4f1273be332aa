import { enableCompileCache } from 'node:module';
import { basename } from 'node:path';
import type { App } from 'cdk8s';
import { Command, CommanderError, Option } from 'commander';
import { healthPort, metricsPorts, webhookPorts } from '../constructs/index.ts';
import type { BuildCommandOptions } from './build.ts';
import { keepHeapSmall } from './heap.ts';
import type { MigrateOptions } from './migrate.ts';
import type { RunOptions } from './run.ts';
import { sentence } from './sentence.ts';
import type { SynthOptions } from './synth.ts';

/**
 * The program of an operator: reads the command line and synthesizes the app or runs it.
 *
 * Without a command it synthesizes, which is what `cdk8s synth` expects of an app. A failure is told in one sentence on
 * the standard error, and the process then exits with 1; a wrong command line exits with 2.
 *
 * What a command loads is kept compiled in the directory for temporary files, or where `$NODE_COMPILE_CACHE` says: the
 * next start takes half the time.
 *
 * @param argv - the words behind the program's name. @default those of the process
 */
export async function main(app: App, argv: readonly string[] = process.argv.slice(2)): Promise<void> {
  enableCompileCache();
  const program = new Command(basename(process.argv[1] ?? 'operator'))
    .description('Synthesizes the manifests of this app, or runs its operator.')
    .exitOverride()
    .configureHelp({ showGlobalOptions: true });

  program
    .command('synth', { isDefault: true })
    .description('write manifests, samples and bundles')
    .option('-o, --output <dir>', 'where the manifests go (default: what cdk8s says, else dist)')
    .option('-b, --bundle <dir>', 'where the bundles go', 'bundle')
    .action(async (options: SynthOptions) => {
      const { synthCommand } = await import('./synth.ts');
      synthCommand(app, options);
    });

  program
    .command('run')
    .description('run the operator against a cluster')
    .option('--kubeconfig <file>', 'how to reach the cluster (default: $KUBECONFIG, the pod’s account, ~/.kube/config)')
    .option('--context <name>', 'which context of the kubeconfig')
    .option('--leader-elect', 'work only while holding the lease, as one of several replicas')
    .addOption(
      new Option(
        '--watch-namespaces <names>',
        'whose objects to follow: a,b (default: the definition’s, else all)',
      ).env('WATCH_NAMESPACE'),
    )
    .option('--health-address <address>', 'where probes are answered; 0 for nowhere', `:${healthPort}`)
    .option(
      '--metrics-address <address>',
      'where metrics are served: https:// to those whom the API server allows, http:// to anybody; 0 for nowhere',
      `http://127.0.0.1:${metricsPorts.http}`,
    )
    .option('--metrics-cert-dir <dir>', 'where their tls.crt and tls.key are kept (default: issued at each start)')
    .option('--webhook-address <address>', 'where webhooks are served; 0 for nowhere', `:${webhookPorts.container}`)
    .option('--webhook-cert-dir <dir>', 'where tls.crt and tls.key are kept (default: the operator issues its own)')
    .option('--webhook-url <url>', 'under which API servers reach this process, for development: https://host[:port]')
    .addOption(
      new Option('--log-level <level>', 'what to log').choices(['debug', 'info', 'warn', 'error']).default('info'),
    )
    .action(async (options: RunOptions) => {
      keepHeapSmall();
      const { runCommand } = await import('./run.ts');
      await runCommand(app, options);
    });

  program
    .command('migrate')
    .description('rewrite stored objects in the storage version, so that older versions can go')
    .option('--kubeconfig <file>', 'how to reach the cluster (default: $KUBECONFIG, the pod’s account, ~/.kube/config)')
    .option('--context <name>', 'which context of the kubeconfig')
    .action(async (options: MigrateOptions) => {
      const { migrateCommand } = await import('./migrate.ts');
      await migrateCommand(app, options);
    });

  program
    .command('build')
    .description('bundle this program into one that needs no node_modules')
    .option('-o, --output <dir>', 'where it goes', 'build')
    .action(async (options: BuildCommandOptions) => {
      const { buildCommand } = await import('./build.ts');
      await buildCommand(process.argv[1] ?? program.name(), options);
    });

  try {
    await program.parseAsync(argv, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : 2;
      return;
    }
    process.stderr.write(`${sentence(error)}\n`);
    process.exitCode = 1;
  }
}
