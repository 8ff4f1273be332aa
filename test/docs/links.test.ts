import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { marked, type Token } from 'marked';

const root = resolve(import.meta.dirname, '../..');
const documents = globSync('{,docs/**/,lib/,apps/*/,bench/}*.md', { cwd: root });

function tokens(document: string): Token[] {
  const all: Token[] = [];
  const note = (token: Token): void => {
    all.push(token);
  };
  void marked.walkTokens(marked.lexer(readFileSync(join(root, document), 'utf8')), note);
  return all;
}

/** Returns the targets of a document's links within the repository: a path from its root, and an anchor. */
function links(document: string): { path: string; place: string | undefined }[] {
  return tokens(document)
    .flatMap((token) => (token.type === 'link' || token.type === 'image' ? [String(token.href)] : []))
    .filter((href) => !/^[a-z]+:/.test(href))
    .map((href) => {
      const [path = '', place] = href.split('#');
      return { path: path === '' ? document : join(dirname(document), path), place };
    });
}

/** Returns the anchors of a document: its headings, as code hosts name them, and its own anchors. */
function places(document: string): string[] {
  const headings = tokens(document).flatMap((token) => (token.type === 'heading' ? [String(token.text)] : []));
  const anchors = readFileSync(join(root, document), 'utf8').matchAll(/<a id="(?<id>[^"]+)">/g);
  return [
    ...headings.map((text) =>
      text
        .toLowerCase()
        .replaceAll(/[^\w\- ]/g, '')
        .replaceAll(' ', '-'),
    ),
    ...[...anchors].map(({ groups }) => groups?.id ?? ''),
  ];
}

describe('the links of a document', () => {
  assert.ok(documents.includes('README.md') && documents.includes('docs/writing-an-operator.md'));

  for (const document of documents) {
    it(`the links of a document lead to existing targets: ${document}`, () => {
      const dead = links(document).filter(
        ({ path, place }) =>
          !existsSync(join(root, path)) || (place !== undefined && !places(path).includes(decodeURIComponent(place))),
      );
      assert.deepEqual(dead, []);
    });
  }
});
