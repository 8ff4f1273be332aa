import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type BundleBlob,
  type BundleContent,
  type CatalogBlob,
  CatalogError,
  type OfferedCatalog,
  yamlStream,
} from '../../../lib/olm/index.ts';
import { type CacheCatalog, cacheCatalog, cacheRelease, contentOf } from './cache-release.ts';

const offered = (made: CacheCatalog): OfferedCatalog => cacheCatalog(made).offer();

const channel = ({ blobs }: OfferedCatalog, name = 'stable') =>
  blobs.find(
    (blob): blob is Extract<CatalogBlob, { schema: 'olm.channel' }> =>
      blob.schema === 'olm.channel' && blob.name === name,
  );

const bundles = ({ blobs }: OfferedCatalog) => blobs.filter((blob): blob is BundleBlob => blob.schema === 'olm.bundle');

/** Refused catalogs, one line each. */
function findings(made: CacheCatalog): string[] {
  try {
    offered(made);
    return [];
  } catch (error) {
    if (!CatalogError.is(error)) throw error;
    return error.findings.map(({ path, what, remedy }) => `[${path}] ${what}; ${remedy}`);
  }
}

describe('the catalog of an operator', () => {
  it('a catalog offers the published releases and the present one, each as the update of the one before', () => {
    const made = offered({ published: ['1.0.0', '1.10.0', '1.2.0'], version: '2.0.0' });
    assert.deepEqual(channel(made), {
      schema: 'olm.channel',
      package: 'cache-operator',
      name: 'stable',
      entries: [
        { name: 'cache-operator.v1.0.0' },
        { name: 'cache-operator.v1.2.0', replaces: 'cache-operator.v1.0.0' },
        { name: 'cache-operator.v1.10.0', replaces: 'cache-operator.v1.2.0' },
        { name: 'cache-operator.v2.0.0', replaces: 'cache-operator.v1.10.0' },
      ],
    });
    assert.deepEqual(
      made.blobs.map(({ schema }) => schema),
      ['olm.package', 'olm.channel', 'olm.bundle', 'olm.bundle', 'olm.bundle', 'olm.bundle'],
    );
    assert.deepEqual(made.blobs[0], {
      schema: 'olm.package',
      name: 'cache-operator',
      defaultChannel: 'stable',
      description: 'Keeps answers of web servers near to those who ask.',
    });
  });

  it('a catalog has the same bytes for any order of releases', () => {
    const published = ['1.0.0', '1.2.0', '1.1.0'];
    const texts = [published, published.toReversed()].map((each) =>
      yamlStream(offered({ published: each, version: '1.3.0' }).blobs),
    );
    assert.equal(texts[0], texts[1]);
  });

  it('a catalog offers a release as it was published, not as the present operator of that version', () => {
    const made = offered({ published: ['1.0.0'], version: '1.0.0', words: { displayName: 'Another Name' } });
    assert.ok(!JSON.stringify(made.blobs).includes('Another Name'));
  });

  it('a channel skips releases that users shouldn’t run', () => {
    const made = offered({
      published: ['1.0.0', '1.1.0'],
      version: '1.2.0',
      channels: { stable: { skips: ['1.1.0'], direct: 'minor' } },
    });
    assert.deepEqual(channel(made)?.entries, [
      { name: 'cache-operator.v1.0.0' },
      { name: 'cache-operator.v1.1.0' },
      { name: 'cache-operator.v1.2.0', replaces: 'cache-operator.v1.0.0', skips: ['cache-operator.v1.1.0'] },
    ]);
  });

  it('a channel has the releases that it names, or that name it', () => {
    const made = offered({
      published: ['1.0.0', '1.1.0'],
      version: '2.0.0',
      words: { channels: ['fast'] },
      channels: { stable: { versions: '1.x' }, fast: {} },
    });
    const names = (name: string) => channel(made, name)?.entries.map((entry) => entry.name);
    assert.deepEqual(names('stable'), ['cache-operator.v1.0.0', 'cache-operator.v1.1.0']);
    assert.deepEqual(names('fast'), ['cache-operator.v2.0.0']);
  });

  it('the default channel is that of the newest release, also while an older version is maintained', () => {
    const channels = { 'stable-v1': {}, stable: {}, fast: {} };
    const { stable: _, ...remaining } = channels;
    const bundles = new Map([
      ['1.1.0', cacheRelease('1.1.0', { channels: ['stable-v1'] })],
      ['2.0.0', cacheRelease('2.0.0', { channels: ['stable', 'fast'] })],
    ]);
    const defaults = [channels, remaining].flatMap((each) =>
      offered({ version: '1.1.1', words: { channels: ['stable-v1'] }, channels: each, bundles }).blobs.flatMap(
        (blob) => (blob.schema === 'olm.package' ? blob.defaultChannel : []),
      ),
    );
    assert.deepEqual(defaults, ['stable', 'fast']);
  });

  it('a channel has the entries that an author writes', () => {
    const made = offered({
      published: ['1.0.0'],
      version: '1.1.0',
      channels: {
        stable: {
          entries: [
            { version: '1.0.0', replaces: '0.9.0' },
            { version: '1.1.0', replaces: '1.0.0', skipRange: '<1.1.0' },
          ],
        },
      },
    });
    assert.deepEqual(channel(made)?.entries, [
      { name: 'cache-operator.v1.0.0', replaces: 'cache-operator.v0.9.0' },
      { name: 'cache-operator.v1.1.0', replaces: 'cache-operator.v1.0.0', skipRange: '<1.1.0' },
    ]);
  });

  it('a catalog contains deprecations of the package, of channels and of releases', () => {
    const made = offered({
      published: ['1.0.0'],
      version: '1.1.0',
      props: { deprecation: 'Take another-operator.', deprecatedReleases: { '1.0.0': 'It loses data.' } },
      channels: { stable: { deprecation: 'Take fast.' } },
    });
    assert.deepEqual(made.blobs.at(-1), {
      schema: 'olm.deprecations',
      package: 'cache-operator',
      entries: [
        { reference: { schema: 'olm.package' }, message: 'Take another-operator.' },
        { reference: { schema: 'olm.channel', name: 'stable' }, message: 'Take fast.' },
        { reference: { schema: 'olm.bundle', name: 'cache-operator.v1.0.0' }, message: 'It loses data.' },
      ],
    });
  });

  it('a catalog contains the manifests of bundles if there are no images', () => {
    const [withImage] = bundles(offered({ version: '1.0.0' }));
    const [inline] = bundles(offered({ version: '1.0.0', props: { image: undefined } }));
    assert.equal(inline?.image, undefined);
    const manifests = (inline?.properties ?? [])
      .filter(({ type }) => type === 'olm.bundle.object')
      .map(({ value }) => JSON.parse(Buffer.from((value as { data: string }).data, 'base64').toString()));
    assert.ok(manifests.some(({ kind }) => kind === 'ClusterServiceVersion'));
    assert.ok(manifests.some(({ kind }) => kind === 'CustomResourceDefinition'));
    assert.ok(!inline?.properties.some(({ type }) => type === 'olm.csv.metadata'));
    assert.ok(withImage?.properties.some(({ type }) => type === 'olm.csv.metadata'));
  });

  it('a catalog has templates from which other tools render it', () => {
    const made = offered({
      published: ['1.0.0'],
      version: '2.0.0',
      words: { channels: ['fast', 'candidate-v2'] },
      channels: { stable: {}, fast: {}, 'candidate-v2': { versions: '2.x' } },
      props: {},
    });
    assert.deepEqual(made.templates.get('basic'), {
      schema: 'olm.template.basic',
      entries: made.blobs.map((blob) =>
        blob.schema === 'olm.bundle' ? { schema: 'olm.bundle', image: blob.image } : blob,
      ),
    });
    assert.deepEqual(made.templates.get('semver'), {
      schema: 'olm.semver',
      generateMajorChannels: true,
      generateMinorChannels: false,
      candidate: { bundles: [{ image: 'example.com/team/cache-operator-bundle:v2.0.0' }] },
      fast: { bundles: [{ image: 'example.com/team/cache-operator-bundle:v2.0.0' }] },
      stable: { bundles: [{ image: 'example.com/team/cache-operator-bundle:v1.0.0' }] },
    });
  });
});

describe('a catalog that would leave a release without updates', () => {
  const renamed = (content: BundleContent, edit: (text: string) => string) =>
    contentOf(new Map([...content.files].map(([path, bytes]) => [path, edit(new TextDecoder().decode(bytes))])));

  const cases: readonly (readonly [title: string, made: CacheCatalog, found: readonly string[]])[] = [
    [
      'a release that is to be skipped without a newer one',
      { published: ['1.0.0'], version: '1.1.0', channels: { stable: { skips: ['1.1.0'] } } },
      [
        '[Catalog/stable] it skips 1.1.0, and has no newer release to update to; release a newer one first, or leave it out of the channel by `versions`',
      ],
    ],
    [
      'a skipped release that isn’t there',
      { published: ['1.0.0'], version: '1.1.0', channels: { stable: { skips: ['1.0.1'] } } },
      ["[Catalog/stable] it skips 1.0.1, which it doesn't have; skip one of 1.0.0"],
    ],
    [
      'an empty channel',
      { version: '1.1.0', channels: { stable: {}, fast: {} } },
      [
        '[Catalog/fast] it has no release; name it in the `bundle.channels` of a release, or list its releases in `versions`',
      ],
    ],
    [
      'a range as npm writes it',
      { version: '1.1.0', channels: { stable: { versions: '^1.0.0' } } },
      [
        "[Catalog/stable] versions: '^1.0.0' is not a version range; write one such as >=1.0.0 <2.0.0, with all three numbers of each version",
      ],
    ],
    [
      'two newest releases',
      {
        published: ['1.0.0'],
        version: '1.1.0',
        channels: { stable: { entries: [{ version: '1.0.0' }, { version: '1.1.0' }] } },
      },
      [
        '[Catalog/stable] it has 2 newest releases: cache-operator.v1.0.0, cache-operator.v1.1.0; replace or skip each but one by a newer release',
      ],
    ],
    [
      'a release that replaces a newer one',
      {
        published: ['1.0.0'],
        version: '1.1.0',
        channels: { stable: { entries: [{ version: '1.0.0', replaces: '1.1.0' }, { version: '1.1.0' }] } },
      },
      [
        '[Catalog/stable] cache-operator.v1.0.0 replaces cache-operator.v1.1.0, which is newer; let the newer release replace the older one',
      ],
    ],
    [
      'an entry without a release',
      {
        version: '1.1.0',
        channels: { stable: { entries: [{ version: '1.1.0' }, { version: '1.2.0', replaces: '1.1.0' }] } },
      },
      [
        '[Catalog/stable] no olm.bundle of cache-operator is called cache-operator.v1.2.0; write the bundle, or leave the entry out',
      ],
    ],
    [
      'a release in no channel',
      { published: ['1.0.0'], version: '2.0.0', channels: { stable: { versions: '2.x' } } },
      [
        '[Catalog] olm.bundle[cache-operator.v1.0.0]: cache-operator.v1.0.0 is in no channel; make it an entry of one, or leave it out',
      ],
    ],
    [
      'a deprecation of a release that isn’t there',
      { version: '1.0.0', props: { deprecatedReleases: { '0.9.0': 'Too old.' } } },
      [
        '[Catalog] olm.deprecations[cache-operator].entries[0].reference.name: no olm.bundle of cache-operator is called cache-operator.v0.9.0; correct the name, or leave the deprecation out',
      ],
    ],
    [
      'an image that can’t be pulled',
      { version: '1.0.0', props: { image: () => 'example.com/Team/bundle:1' } },
      [
        "[Catalog] olm.bundle[cache-operator.v1.0.0].image: 'example.com/Team/bundle:1' is not an image that can be pulled; write one such as example.com/team/cache:1.0",
        "[Catalog] olm.bundle[cache-operator.v1.0.0].relatedImages[0].image: 'example.com/Team/bundle:1' is not an image that can be pulled; write one such as example.com/team/cache:1.0",
      ],
    ],
    [
      'an image that the definition omits',
      { version: '1.0.0', props: { image: () => JSON.parse('none') } },
      [
        '[Catalog] image fails for release 1.0.0: Unexpected token \'o\', "none" is not valid JSON; return the image of its bundle, by tag or by digest',
      ],
    ],
    [
      'a channel that the bundle names and that isn’t there',
      { version: '1.0.0', words: { channels: ['stable', 'fast'] } },
      [
        '[Catalog] cache-operator.v1.0.0 names channel fast, and the catalog has none of that name; construct the Channel, or leave it out of `bundle.channels`',
      ],
    ],
    [
      'a channel that the bundle doesn’t name',
      { version: '1.0.0', channels: { stable: {}, fast: { versions: '1.x' } } },
      [
        "[Catalog/fast] cache-operator.v1.0.0 is in this channel, and its bundle doesn't name the channel; add the channel to `bundle.channels`, or leave the release out of the channel",
      ],
    ],
    [
      'a directory of another version',
      { bundles: new Map([['1.0.1', cacheRelease('1.0.0')]]), version: '1.1.0' },
      ['[Catalog] release 1.0.1 is of version 1.0.0; name the directory after the version'],
    ],
    [
      'a release of another package',
      {
        bundles: new Map([
          ['1.0.0', renamed(cacheRelease('1.0.0'), (text) => text.replaceAll('cache-operator', 'other'))],
        ]),
        version: '1.1.0',
      },
      ['[Catalog] release 1.0.0 is of package other; keep releases of cache-operator there only'],
    ],
    [
      'a directory without a bundle',
      { bundles: new Map([['1.0.0', contentOf(new Map())]]), version: '1.1.0' },
      ['[Catalog] release 1.0.0 has no ClusterServiceVersion with a name; put back the bundle as it was published'],
    ],
  ];
  for (const [title, made, found] of cases)
    it(`a catalog is refused for ${title}`, () => {
      assert.deepEqual(findings(made), found);
    });

  it('a catalog is refused with all findings at once, each with its construct', () => {
    const { offer } = cacheCatalog({ version: '1.0.0', channels: { stable: { skips: ['0.1.0'] }, fast: {} } });
    assert.throws(offer, {
      name: 'CatalogError',
      code: 'catalog-refused',
      message: [
        "can't offer operator cache-operator:",
        "  [Catalog/stable] it skips 0.1.0, which it doesn't have; leave it out",
        '  [Catalog/fast] it has no release; name it in the `bundle.channels` of a release, or list its releases in `versions`',
      ].join('\n'),
    });
  });

  it('a catalog is refused if the ClusterServiceVersion contradicts its updates', () => {
    const found = findings({ published: ['1.0.0'], version: '1.1.0', words: { replaces: '0.9.0' } });
    assert.match(
      found[0] ?? '',
      /^\[Catalog\/stable\] cache-operator.v1.1.0 has replaces .*0.9.0, and the channel has cache-operator.v1.0.0;/,
    );
  });
});
