// In: the doc comments of the entry points. Out: a page for each entry point. Called by `writeSiteSource`.

import { join } from 'node:path';
import { Application, type TypeDocOptions } from 'typedoc';
import type { PluginOptions } from 'typedoc-plugin-markdown';
import manifest from '../../lib/package.json' with { type: 'json' };

/** Specifier → file, of the entry points with code. */
const entryPoints = Object.entries(manifest.exports).filter(([, path]) => path.endsWith('.ts'));

/** Module of an entry point, as TypeDoc names it → its specifier: `schema/author` → `operand/schema`. */
const specifiers = new Map(
  entryPoints.map(([name, path]) => [path.replace(/^\.\/|(?:\/index)?\.ts$/g, ''), name.replace('.', manifest.name)]),
);

/**
 * Writes the reference of the library to a directory, as Markdown.
 *
 * @throws Error if TypeDoc finds an error, such as a comment's link that leads nowhere.
 */
export async function writeLibraryReference(root: string, directory: string): Promise<void> {
  const options: TypeDocOptions & PluginOptions = {
    plugin: ['typedoc-plugin-markdown'],
    tsconfig: join(root, '.config/tsconfig.build.json'),
    entryPoints: entryPoints.map(([, path]) => join(root, 'lib', path)),
    outputs: [{ name: 'markdown', path: directory }],
    name: 'The library',
    readme: 'none',
    entryFileName: 'index',
    router: 'module',
    // `npm run check` compiles with the same options.
    skipErrorChecking: true,
    disableSources: true,
    excludePrivate: true,
    excludeInternal: true,
    hidePageHeader: true,
    logLevel: 'Error',
    validation: { notExported: false, invalidLink: false },
    parametersFormat: 'table',
    indexFormat: 'table',
    useCodeBlocks: true,
    useHTMLAnchors: true,
  };
  const application = await Application.bootstrapWithPlugins(options);
  const project = await application.convert();
  if (project === undefined) throw new Error('TypeDoc could not read the entry points; see its messages above');
  for (const module of project.children ?? []) module.name = specifiers.get(module.name) ?? module.name;
  await application.generateOutputs(project);
  if (application.logger.hasErrors()) throw new Error('TypeDoc reports errors; see its messages above');
}
