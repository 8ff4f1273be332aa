// Builds the documentation into a site: build/site/<version>/, and build/site/index.html with all versions there. Run by
// `npm run docs:site`, with the base on the host and the directory as arguments, and by a test. Fails while a link of a
// page leads nowhere.

import { readdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'vitepress';
import manifest from '../../lib/package.json' with { type: 'json' };
import { deadLinks } from './dead-link.ts';
import { writeSiteSource } from './site-source.ts';

const root = resolve(import.meta.dirname, '../..');

/**
 * Writes the site of this version to a directory, and keeps the other versions there.
 *
 * @param base - the path of the directory on its host: `/` or `/…/`.
 * @throws Error if a link leads nowhere.
 */
async function buildSite(directory: string, base: string): Promise<void> {
  const { version } = manifest;
  const source = join(root, 'build', `site-source-${process.pid}`);
  const output = join(directory, version);
  try {
    await rm(output, { recursive: true, force: true });
    await writeSiteSource(root, source, { version, base: `${base}${version}/` });
    await build(source, { outDir: output });
  } finally {
    await rm(source, { recursive: true, force: true });
  }
  const dead = deadLinks(output, `${base}${version}/`);
  if (dead.length > 0) throw new Error(`links of the site lead nowhere:\n${dead.join('\n')}`);
  await writeFile(join(directory, 'index.html'), versionsPage(await versionsIn(directory)));
}

/** Returns the versions in a directory, newest first. */
async function versionsIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return names.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
}

function versionsPage(versions: readonly string[]): string {
  const items = versions.map((version) => `<li><a href="./${version}/">${version}</a></li>`).join('\n');
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Operand: versions</title>
<body style="font-family: system-ui; margin: 3rem auto; max-width: 40rem">
<h1>Operand</h1>
<p>The documentation of each version:</p>
<ul>
${items}
</ul>
</html>
`;
}

if (import.meta.main) {
  const [base = '/', directory = join(root, 'build/site')] = process.argv.slice(2);
  await buildSite(directory, base);
}
