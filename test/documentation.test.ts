import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { bundleRulesFile, bundleRulesPage } from '../.config/bundle-rules.ts';
import { documents, withCurrentCode } from '../.config/documentation.ts';
import { graphPictures } from '../.config/graph-picture.ts';

const root = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

describe('documents', () => {
  for (const document of documents) {
    it(`shows the current code of its files: ${document}`, () => {
      const text = readFileSync(root(document), 'utf8');
      const current = withCurrentCode(text, (path) => readFileSync(root(path), 'utf8'));
      assert.equal(text, current, 'run `npm run docs`');
      assert.match(text, /<!-- \S+ -->\n```/);
    });
  }

  it('describe the current rules for bundles', () => {
    assert.equal(readFileSync(root(bundleRulesFile), 'utf8'), bundleRulesPage(), 'run `npm run docs`');
  });

  it('show the current structure of the apps', () => {
    for (const [path, picture] of graphPictures())
      assert.equal(readFileSync(root(path), 'utf8'), picture, 'run `npm run docs`');
  });

  it('are all documents that show code of a file', () => {
    const written = globSync(['README.md', 'docs/*.md', 'apps/*/README.md'], { cwd: root('') });
    const showing = written.filter((path) => /^<!-- \S+\.\w+ -->\n```/m.test(readFileSync(root(path), 'utf8')));
    assert.deepEqual(documents.toSorted(), showing.toSorted());
  });

  it('replaces a block that is out of date', () => {
    const before = 'Text\n<!-- a.ts -->\n```ts\nold();\n```\nmore text\n';
    assert.equal(
      withCurrentCode(before, (path) => `from(${path});\n`),
      'Text\n<!-- a.ts -->\n```ts\nfrom(a.ts);\n```\nmore text\n',
    );
  });

  it('shows imports from an app as if they were in the same folder', () => {
    const before = '<!-- a.ts -->\n```ts\n```\n';
    const code = "import { Box } from '../../apps/boxes/api.ts';\nimport { z } from '../apps.ts';\n";
    assert.equal(
      withCurrentCode(before, () => code),
      `<!-- a.ts -->\n\`\`\`ts\n${code.replace('../../apps/boxes/', './')}\`\`\`\n`,
    );
  });
});
