// In: the repository. Out: the Markdown of the site, its configuration, and its pictures. Called by `buildSite`.

import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, extname, join, relative } from 'node:path';
import { commandPage } from './command-page.ts';
import { writeLibraryReference } from './library-reference.ts';
import { allDocuments, generatedPages, sections, sitePath } from './navigation.ts';
import { rulePages } from './rule-page.ts';
import { siteDocument, sourcePath } from './site-document.ts';

/** The place of a version on its host. */
export interface SitePlace {
  readonly version: string;
  readonly base: string;
}

/** Writes the source of the site to a new directory below the repository's root, which has the generator. */
export async function writeSiteSource(root: string, directory: string, place: SitePlace): Promise<void> {
  const documents = await documentPages(root);
  const pages = new Map([...documents.pages, ...rulePages(), ...configuration(directory, place, documents.titles)]);
  pages.set('command-options.md', await commandPage(root));
  for (const [path, text] of pages) await writePage(join(directory, path), text);
  for (const picture of documents.pictures) await cp(join(root, picture), join(directory, 'public', picture));
  await writeLibraryReference(root, join(directory, 'library'));
}

/** Returns the pages of documents and of the code to which they link, the titles of documents, and their pictures. */
async function documentPages(root: string) {
  const pages = new Map<string, string>();
  const titles = new Map<string, string>();
  const pictures = new Set<string>();
  for (const document of allDocuments) {
    const markdown = await readFile(join(root, document), 'utf8');
    const { text, ...linked } = siteDocument(document, markdown, (file) => existsSync(join(root, file)));
    pages.set(sitePath(document), text);
    titles.set(document, /^# (?<title>.*)$/m.exec(markdown)?.groups?.title ?? document);
    for (const picture of linked.pictures) pictures.add(picture);
    for (const file of linked.sources)
      pages.set(sourcePath(file), codePage(file, await readFile(join(root, file), 'utf8')));
  }
  return { pages, titles, pictures };
}

function codePage(file: string, code: string): string {
  return `# ${file}\n\n\`\`\`\`${extname(file).slice(1) || 'text'}\n${code}\`\`\`\`\n`;
}

/** Returns the generator's configuration and theme, which import those beside this file. */
function configuration(directory: string, place: SitePlace, titles: ReadonlyMap<string, string>): [string, string][] {
  const sidebar = sections.map(({ title, documents }) => ({
    text: title,
    items: [
      ...documents.map((document) => ({ text: titles.get(document), link: `/${sitePath(document)}` })),
      ...generatedPages.filter(({ section }) => section === title).map(({ text, link }) => ({ text, link })),
    ],
  }));
  const pathToSources = relative(join(directory, '.vitepress/theme'), import.meta.dirname);
  return [
    [
      '.vitepress/config.js',
      `import { siteConfiguration } from '${pathToSources.slice(3)}/configuration.ts';\nexport default siteConfiguration(${JSON.stringify({ ...place, sidebar })});\n`,
    ],
    ['.vitepress/theme/index.js', `export { theme as default } from '${pathToSources}/theme.js';\n`],
  ];
}

async function writePage(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
