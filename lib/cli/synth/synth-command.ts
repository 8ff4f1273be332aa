import type { Command } from 'commander';
import type { AppLoader } from '../project/app-loader.ts';
import type { SynthOptions } from './synth.ts';

/** Adds the commands `synth` and `validate` with their options. */
export function addSynthCommand(program: Command, load: AppLoader): void {
  program
    .command('synth', { isDefault: true })
    .description('write manifests, samples, bundles and catalogs')
    .option('-o, --output <dir>', 'the directory for the manifests (default: that of cdk8s, else dist)')
    .option('-b, --bundle <dir>', 'the directory for the bundles', 'bundle')
    .option(
      '-c, --catalog <dir>',
      'the directory for the catalogs; their templates go to <dir>-templates',
      'dist/catalog',
    )
    .action(async (options: SynthOptions) => {
      const { executeSynth } = await import('./synth.ts');
      await executeSynth(await load(), options);
    });
  program
    .command('validate')
    .description('validate the definition, its samples and its bundles as synth does, and write nothing')
    .action(async () => {
      const { executeValidate } = await import('./synth.ts');
      await executeValidate(await load());
    });
}
