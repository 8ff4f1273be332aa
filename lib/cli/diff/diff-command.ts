import { type Command, Option } from 'commander';
import type { AppLoader } from '../project/app-loader.ts';
import { clusterOptions, resultOption } from '../terminal/shared-option.ts';
import type { DiffOptions } from './diff.ts';

/** Adds the command `diff` with its options. */
export function addDiffCommand(program: Command, load: AppLoader): void {
  const diff = program
    .command('diff')
    .description('print what this version of the operator would create, change, prune or fail on in a cluster')
    .argument('[name]', 'the name of the resources to compare (default: all)')
    .option('-n, --namespace <name>', 'the namespace of the resources (default: that of the context)')
    .addOption(new Option('--all', 'compare the resources of all namespaces').conflicts('namespace'))
    .addOption(resultOption())
    .action(async (name: string | undefined, options: DiffOptions) => {
      const { executeDiff } = await import('./diff.ts');
      await executeDiff(await load(), name, options);
    })
    .addHelpText('after', diffExitCodes);

  for (const option of clusterOptions()) diff.addOption(option);
}

const diffExitCodes = `
Writes nothing: all writes are dry runs. Exits with 0 if nothing would change; with 1 if the cluster can't be compared;
with 2 if the operator would change something, or would fail for a resource.`;
