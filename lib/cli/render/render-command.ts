import { type AppCommand, appAction } from '../project/app-loader.ts';

/** Adds the command `render` with its options. */
export const addRenderCommand: AppCommand = (program, load) => {
  program
    .command('render')
    .description('print the children of custom resources as YAML, without a cluster')
    .argument('[files...]', 'files of custom resources, and of the objects that they refer to (default: the samples)')
    .action(appAction(load, async () => (await import('./render.ts')).executeRender));
};
