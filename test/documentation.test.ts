import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { bundleRulesFile, bundleRulesPage } from '../.config/bundle-rules.ts';
import { documents, unfiledBlocks, withCurrentCode } from '../.config/documentation.ts';
import { graphPictures } from '../.config/graph-picture.ts';
import { deadLinks } from '../.config/site/dead-link.ts';
import { allDocuments } from '../.config/site/navigation.ts';
import { siteDocument } from '../.config/site/site-document.ts';
import { ruleSummaries } from '../lib/olm/index.ts';
import manifest from '../lib/package.json' with { type: 'json' };

const root = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

describe('documents', () => {
  for (const document of documents) {
    it(`a document shows the current code of its files: ${document}`, () => {
      const text = readFileSync(root(document), 'utf8');
      const current = withCurrentCode(text, (path) => readFileSync(root(path), 'utf8'));
      assert.equal(text, current, 'run `npm run docs`');
      assert.match(text, /<!-- \S+ -->\n```/);
    });
  }

  it('the page of bundle rules describes the current rules', () => {
    assert.equal(readFileSync(root(bundleRulesFile), 'utf8'), bundleRulesPage(), 'run `npm run docs`');
  });

  it('the pictures of the apps show their current structure', () => {
    for (const [path, picture] of graphPictures())
      assert.equal(readFileSync(root(path), 'utf8'), picture, 'run `npm run docs`');
  });

  it('the list of documents with code of a file is complete', () => {
    const written = globSync(['README.md', 'docs/*.md', 'apps/*/README.md'], { cwd: root('') });
    const showing = written.filter((path) => /^<!-- \S+\.\w+ -->\n```/m.test(readFileSync(root(path), 'utf8')));
    assert.deepEqual(documents.toSorted(), showing.toSorted());
  });

  for (const document of globSync(['README.md', 'docs/*.md', 'apps/*/*.md', '{bench,lib}/*.md'], { cwd: root('') })) {
    it(`a document has no code that isn’t in a file: ${document}`, () => {
      const text = readFileSync(root(document), 'utf8');
      const unfiled = unfiledBlocks(text, (path) => readFileSync(root(path), 'utf8'));
      assert.deepEqual(
        unfiled,
        [],
        'write `<!-- path -->` above the code of a file, `<!-- in path -->` above an excerpt',
      );
    });
  }

  it('unfiledBlocks finds code that is in no file, or differs from its file', () => {
    const block = (mark: string, code: string) => `${mark}\`\`\`ts\n${code}\n\`\`\`\n`;
    const file = '/**\n * first();\n *\n * second();\n */\n  third();\n';
    const unfiled = (text: string) => unfiledBlocks(text, () => file);
    assert.deepEqual(unfiled(block('', 'first();')), ['first();\n']);
    assert.deepEqual(unfiled(block('<!-- in a.ts -->\n', 'first();\nsecond();')), []);
    assert.deepEqual(unfiled(block('<!-- in a.ts -->\n', 'first();\n// …\nthird();')), []);
    assert.deepEqual(unfiled(block('<!-- in a.ts -->\n', 'first();\nthird();')), ['first();\nthird();\n']);
    assert.deepEqual(unfiled(block('<!-- in a.ts -->\n', 'third();\n// …\nfirst();')), ['third();\n// …\nfirst();\n']);
  });

  it('withCurrentCode replaces a block that is out of date', () => {
    const before = 'Text\n<!-- a.ts -->\n```ts\nold();\n```\nmore text\n';
    assert.equal(
      withCurrentCode(before, (path) => `from(${path});\n`),
      'Text\n<!-- a.ts -->\n```ts\nfrom(a.ts);\n```\nmore text\n',
    );
  });

  it('withCurrentCode shows imports from an app as if they were in the same folder', () => {
    const before = '<!-- a.ts -->\n```ts\n```\n';
    const code = "import { Box } from '../../apps/boxes/api.ts';\nimport { z } from '../apps.ts';\n";
    assert.equal(
      withCurrentCode(before, () => code),
      `<!-- a.ts -->\n\`\`\`ts\n${code.replace('../../apps/boxes/', './')}\`\`\`\n`,
    );
  });
});

describe('the site', () => {
  const directory = mkdtempSync(join(tmpdir(), 'operand-site-'));
  after(() => rmSync(directory, { recursive: true }));

  it('the site has a place for each document', () => {
    const written = globSync(
      ['README.md', 'docs/{,api/}*.md', 'lib/*.md', '{bench,apps/*}/{README,runbook,capabilities}.md'],
      {
        cwd: root(''),
      },
    );
    const generated = [bundleRulesFile];
    assert.deepEqual([...allDocuments, ...generated].sort(), written.sort(), 'add it to .config/site/navigation.ts');
  });

  // Some two minutes of one core.
  it('the site is built without a dead link, with a page for each rule', { timeout: 1_800_000 }, async () => {
    await promisify(execFile)(process.execPath, [root('.config/site/main.ts'), '/docs/', directory]);
    const built = join(directory, manifest.version);
    const pages = [...ruleSummaries().map(({ id }) => `bundle-rules/${id}.html`), 'library/operand.html'];
    assert.deepEqual(
      pages.filter((page) => !existsSync(join(built, page))),
      [],
    );
    assert.match(readFileSync(join(directory, 'index.html'), 'utf8'), new RegExp(`href="./${manifest.version}/"`));
  });

  it('the site has links to the pages of documents, and to pages that show other files', () => {
    const text =
      '[a](../README.md) [b](b.md#c) [d](../apps/x/Dockerfile) ![e](e.svg) <img src="g.png"> `list[0](f)` [g](https://example.com)';
    const page = siteDocument('docs/a.md', text, (file) => file !== 'docs/f');
    assert.deepEqual(page, {
      text: '[a](/index.md) [b](/b.md#c) [d](/source/apps/x/Dockerfile.md) ![e](/docs/e.svg) <img src="/docs/g.png"> `list[0](f)` [g](https://example.com)',
      pictures: ['docs/e.svg', 'docs/g.png'],
      sources: ['apps/x/Dockerfile'],
    });
  });

  it('the site reports links to absent pages and absent anchors', () => {
    const page = join(directory, 'page.html');
    writeFileSync(
      page,
      '<h1 id="top"><a href="#top"></a><a href="#end"></a><a href="/base/absent.html"></a><a href="/"></a>',
    );
    assert.deepEqual(
      deadLinks(directory, '/base/').filter((link) => link.startsWith('page.html')),
      ['page.html: #end', 'page.html: /base/absent.html'],
    );
  });
});
