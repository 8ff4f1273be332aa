// The tool that makes and serves catalogs, as it is published, has the last word on what a catalog is.

import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { bundleBlob } from '../../../lib/olm/catalog/blob/bundle-blob.ts';
import { operatorRelease } from '../../../lib/olm/content/operator-release.ts';
import { type BundleContent, validateCatalog, yamlStream } from '../../../lib/olm/index.ts';
import { badCases, commentedCatalogs } from './bad-case.ts';
import { cacheCatalog, cacheRelease, contentOf } from './cache-release.ts';
import { goodCatalog, inCapitals, contentOf as readBlobs } from './good-catalog.ts';
import { Opm } from './opm-tool.ts';

const image = 'example.com/team/{{.Package}}-bundle:v{{.Version}}';

/** The optional metadata of a bundle. */
const metadata = {
  'metadata/dependencies.yaml': {
    dependencies: [
      { type: 'olm.package', value: { packageName: 'cert-manager', version: '>=1.0.0 <2.0.0' } },
      { type: 'olm.gvk', value: { group: 'example.com', version: 'v1', kind: 'Zone' } },
      { type: 'olm.constraint', value: { failureMessage: 'needs certs & zones', cel: { rule: '1 < 2' } } },
    ],
  },
  'metadata/properties.yaml': {
    properties: [
      { type: 'olm.maxOpenShiftVersion', value: '4.18' },
      { type: 'com.example.colours', value: { b: [2, { d: true, c: null }], a: 1.5 } },
    ],
  },
};

function withMetadata({ files }: BundleContent): ReadonlyMap<string, string> {
  const texts = [...files].map(([path, bytes]): [string, string] => [path, new TextDecoder().decode(bytes)]);
  return new Map([
    ...texts.filter(([path]) => !(path in metadata)),
    ...Object.entries(metadata).map(([path, value]): [string, string] => [path, JSON.stringify(value)]),
  ]);
}

describe('opm', () => {
  const abort = new AbortController();
  let opm: Opm;
  let directory: string;

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'operand-opm-'));
    opm = await Opm.build(abort.signal);
  });

  after(async () => {
    abort.abort();
    await rm(directory, { recursive: true });
  });

  async function written(name: string, files: ReadonlyMap<string, string>): Promise<string> {
    for (const [path, text] of files) {
      const file = join(directory, name, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }
    return join(directory, name);
  }

  const catalog = (name: string, blobs: readonly object[]) =>
    written(name, new Map([['catalog.yaml', yamlStream(blobs)]]));

  it('opm renders a bundle with an image to the same fields as the offered catalog', async () => {
    const files = withMetadata(cacheRelease('1.2.0'));
    const rendered = await opm.render(await written('bundle', files), image);
    const ours = bundleBlob(operatorRelease(contentOf(files)), 'example.com/team/cache-operator-bundle:v1.2.0');
    assert.deepEqual(JSON.parse(JSON.stringify(ours)), rendered);
  });

  it('opm renders a bundle without an image to the same fields as the offered catalog', async () => {
    const files = withMetadata(cacheRelease('1.2.0'));
    const rendered = (await opm.render(await written('inline', files))) as { readonly image: string };
    assert.equal(rendered.image, '');
    const ours = { ...bundleBlob(operatorRelease(contentOf(files)), undefined), image: '' };
    assert.deepEqual(JSON.parse(JSON.stringify(ours)), rendered);
  });

  it('opm accepts the offered catalog, with and without images', async () => {
    const made = {
      published: ['1.0.0', '1.1.0', '1.2.0-rc.1'],
      version: '1.2.0',
      props: { deprecation: 'Take another-operator.', deprecatedReleases: { '1.1.0': 'It loses data.' } },
      channels: { stable: { skips: ['1.1.0'], direct: 'major', deprecation: 'Take nothing.' } },
    } as const;
    const withImages = cacheCatalog(made).offer();
    assert.equal(await opm.refusal(await catalog('offered', withImages.blobs)), undefined);
    const inline = cacheCatalog({ ...made, props: { ...made.props, image: undefined } }).offer();
    assert.equal(await opm.refusal(await catalog('offered-inline', inline.blobs)), undefined);
  });

  it('opm accepts each catalog in which the validation finds no errors', async () => {
    assert.equal(await opm.refusal(await catalog('good', goodCatalog().blobs)), undefined);
    assert.equal(await opm.refusal(await catalog('capitals', goodCatalog().blobs.map(inCapitals))), undefined);
    for (const [index, { edit, title }] of badCases.entries()) {
      const draft = goodCatalog();
      edit(draft);
      const refusal = await opm.refusal(await catalog(`bad-${index}`, draft.blobs));
      const isError = validateCatalog(readBlobs(draft.blobs)).some(({ severity }) => severity === 'error');
      if (refusal !== undefined) assert.ok(isError, `${title}: ${refusal}`);
    }
  });

  it('opm takes the same comments of a catalog for documents as the validation', async () => {
    for (const [index, [what, isBlank, edit]] of commentedCatalogs.entries()) {
      const files = new Map([['catalog.yaml', edit(yamlStream(goodCatalog().blobs))]]);
      const refusal = await opm.refusal(await written(`commented-${index}`, files));
      assert.equal(refusal?.includes('missing root schema field') === true, isBlank, what);
    }
  });

  it('opm and the validation refuse the same update graphs, except for cycles of skipped releases', async () => {
    const names = ['a', 'b', 'c', 'd'];
    const entry = fc.record(
      { replaces: fc.constantFrom(...names, 'z'), skips: fc.uniqueArray(fc.constantFrom(...names), { maxLength: 2 }) },
      { requiredKeys: [] },
    );
    const graphs = fc.sample(fc.tuple(entry, entry, entry, entry), { numRuns: 400, seed: 6 });
    const blobs = graphs.map((graph, index) => {
      const name = `p${index}`;
      const entries = graph.map((each, at) => ({ name: names[at] ?? '', ...each }));
      return [
        { schema: 'olm.package', name, defaultChannel: 'stable' },
        { schema: 'olm.channel', package: name, name: 'stable', entries },
        ...names.map((each, at) => ({
          schema: 'olm.bundle',
          package: name,
          name: each,
          image: `example.com/${each}:1`,
          properties: [{ type: 'olm.package', value: { packageName: name, version: `1.${at}.0` } }],
        })),
      ];
    });
    const refusal = (await opm.refusal(await catalog('graphs', blobs.flat()))) ?? '';
    const refused = new Set([...refusal.matchAll(/invalid package \\?"(p\d+)/g)].map(([, name]) => name));
    const found = blobs.map((each) => validateCatalog(readBlobs(each)).map(({ rule }) => rule));
    for (const [index, rules] of found.entries()) {
      const graph = JSON.stringify(graphs[index]);
      const isRefused = refused.has(`p${index}`);
      if (isRefused)
        assert.ok(
          rules.some((rule) => /^channel-(head|cycle|stranded)$/.test(rule)),
          graph,
        );
      // Circles of skipped releases are refused only by what installs from the catalog.
      else assert.ok(!rules.some((rule) => /^channel-(head|stranded)$/.test(rule)), graph);
    }
    assert.ok(refused.size > 100 && refused.size < 400, `${refused.size} refused`);
  });
});
