// In: the files of the page in this package. Out: their bytes by path, as the browser requests them. Called by
// `DashboardServer`.

import { readdirSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A file of the page. */
export interface PageFile {
  readonly contentType: string;
  readonly text: string;
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.js': 'text/javascript; charset=utf-8',
  '.ts': 'text/javascript; charset=utf-8',
};

/** In the published package the page is compiled; in a checkout its types are removed here. */
const scriptExtension = extname(import.meta.url);

/** Returns the files of the page: path in its URL → file. */
export function pageFiles(): ReadonlyMap<string, PageFile> {
  const directory = join(import.meta.dirname, 'page');
  const names = readdirSync(directory).filter((name) => !name.endsWith('.d.ts'));
  return new Map(
    names.flatMap((name) => {
      const contentType = contentTypes[extname(name)];
      return contentType === undefined ? [] : [[`/${name}`, { contentType, text: pageText(directory, name) }]];
    }),
  );
}

function pageText(directory: string, name: string): string {
  // This module re-exports the package, which has no imports itself: the browser gets the package's own file.
  if (name === `preact${scriptExtension}`) return readFileSync(fileURLToPath(import.meta.resolve('preact')), 'utf8');
  const text = readFileSync(join(directory, name), 'utf8');
  if (name === 'index.html') return text.replace('main.js', `main${scriptExtension}`);
  return extname(name) === '.ts' ? stripTypeScriptTypes(text) : text;
}
