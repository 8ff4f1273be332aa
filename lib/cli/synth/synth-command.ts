import { type AppCommand, appAction } from '../project/app-loader.ts';

/** Adds the commands `synth` and `validate` with their options. */
export const addSynthCommand: AppCommand = (program, load) => {
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
    .action(appAction(load, async () => (await import('./synth.ts')).executeSynth));
  program
    .command('validate')
    .description('validate the definition, its samples and its bundles as synth does, and write nothing')
    .action(appAction(load, async () => (await import('./synth.ts')).executeValidate));
};
