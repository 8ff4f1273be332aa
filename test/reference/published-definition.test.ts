// Large CRDs of several publishers, with descriptions that people and tools have written.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readSourceDocuments } from '../../lib/cli/source/source-document.ts';
import { documentedKind, pageFile, referencePage } from '../../lib/reference/index.ts';
import { publishedDefinitions, publishers } from '../import/definitions/published-definition.ts';
import { html } from './rendered.ts';

/** All tags of pages: any other tag would be from a description. */
const tagNames =
  'a blockquote br code details h1 h2 h3 h4 hr li ol p pre span strong summary table tbody td th thead tr ul';

describe('the pages of published definitions', () => {
  for (const publisher of publishers) {
    it(`the pages of published definitions have valid links and no foreign tags: ${publisher}`, async () => {
      const places = await readSourceDocuments(await publishedDefinitions(publisher));
      const kinds = places.flatMap(({ value }) => documentedKind(Object(value)) ?? []);
      assert.ok(kinds.length > 0);
      for (const kind of kinds) {
        const text = referencePage(kind);
        assert.equal(referencePage(kind), text);
        assertWhole(pageFile(kind), text);
      }
    });
  }
});

/** Each link has a target, each anchor is unique, and descriptions create no tags. */
function assertWhole(file: string, text: string): void {
  const source = html(text);
  const targets = [...source.matchAll(/href="#([^"]*)"/g)].map(([, name = '']) => decodeURIComponent(name));
  const places = [...source.matchAll(/ id="([^"]*)"/g)].map(([, name = '']) => name);
  const known = new Set(places);
  assert.equal(known.size, places.length, `${file} has an anchor twice`);
  assert.deepEqual(
    targets.filter((target) => !known.has(target)),
    [],
    file,
  );
  const tags = new Set([...source.matchAll(/<([a-z][a-z0-9]*)/gi)].map(([, name = '']) => name));
  assert.deepEqual(
    [...tags].filter((tag) => !tagNames.split(' ').includes(tag)),
    [],
    file,
  );
}
