import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import semver from 'semver';
import { derivedEntries, givenEntries } from '../../../../lib/olm/catalog/blob/channel-entry.ts';
import { validateCatalog } from '../../../../lib/olm/index.ts';
import { contentOf } from '../good-catalog.ts';
import { type History, histories, releaseOf } from '../history.ts';
import { firstInOrder, highestVersion, updates, type VersionedEntry } from '../resolver.ts';

function channelOf({ releases, skips, direct }: History): readonly VersionedEntry[] {
  const props = { skips, ...(direct !== undefined && { direct }) };
  const versions = new Map(releases.map(({ name, version }) => [name, version]));
  return derivedEntries(props as Parameters<typeof derivedEntries>[0], releases).map((entry) => ({
    ...entry,
    version: versions.get(entry.name) ?? '',
  }));
}

/** The catalog of one channel. */
function catalogOf(entries: readonly VersionedEntry[]) {
  const root = { schema: 'olm.package', name: 'cache-operator', defaultChannel: 'stable' };
  const channel = {
    schema: 'olm.channel',
    package: 'cache-operator',
    name: 'stable',
    entries: entries.map(({ version: _, ...entry }) => entry),
  };
  const bundles = entries.map(({ name, version }) => ({
    schema: 'olm.bundle',
    package: 'cache-operator',
    name,
    image: `example.com/cache:v${version}`,
    properties: [
      { type: 'olm.package', value: { packageName: 'cache-operator', version } },
      { type: 'olm.csv.metadata', value: {} },
    ],
  }));
  return contentOf([root, channel, ...bundles]);
}

const rulesBrokenBy = (entries: readonly VersionedEntry[]) =>
  validateCatalog(catalogOf(entries)).map(({ rule }) => rule);

describe('entries that are derived from versions', () => {
  for (const [title, choose] of [
    ['the Operator Lifecycle Manager', firstInOrder],
    ['its successor', highestVersion],
  ] as const) {
    it(`derived entries lead each release to the newest one, as chosen by ${title}`, () => {
      fc.assert(
        fc.property(histories, (history) => {
          const channel = channelOf(history);
          const newest = channel
            .map(({ version }) => version)
            .toSorted(semver.compare)
            .at(-1);
          for (const installed of channel) {
            const last = updates(installed, channel, choose).at(-1) ?? installed;
            assert.equal(last.version, newest, `from ${installed.version}`);
          }
        }),
      );
    });

    it(`derived entries lead upwards only, and never to a skipped release, as chosen by ${title}`, () => {
      fc.assert(
        fc.property(histories, (history) => {
          const channel = channelOf(history);
          for (const installed of channel) {
            const versions = updates(installed, channel, choose).map(({ version }) => version);
            assert.deepEqual(versions, versions.toSorted(semver.compare));
            assert.ok(versions.every((version) => semver.gt(version, installed.version)));
            assert.ok(!versions.some((version) => history.skips.includes(version)));
          }
        }),
      );
    });
  }

  it('derived entries pass through every release that isn’t skipped, unless they are direct', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const channel = channelOf({ ...history, direct: undefined });
        const good = channel.filter(({ version }) => !history.skips.includes(version));
        assert.deepEqual(updates(good[0] ?? assert.fail(), channel), good.slice(1));
      }),
    );
  });

  it('direct entries need one update, and direct minor versions one update from the first to the last release', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const channel = channelOf({ ...history, direct: 'all' });
        for (const installed of channel) assert.ok(updates(installed, channel).length <= 1);
      }),
    );
    const releases = ['1.0.0', '1.0.1', '1.0.2', '1.1.0', '1.1.1', '1.1.2'].map(releaseOf);
    const channel = channelOf({ releases, skips: [], direct: 'minor' });
    assert.deepEqual(
      updates(channel[0] ?? assert.fail(), channel).map(({ version }) => version),
      ['1.0.2', '1.1.0', '1.1.2'],
    );
  });

  it('derived entries are valid', () => {
    fc.assert(
      fc.property(histories, (history) => {
        assert.deepEqual(rulesBrokenBy(channelOf(history)), []);
      }),
    );
  });

  it('derived entries are the same for any order of releases', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const reversed = { ...history, releases: history.releases.toReversed() };
        assert.deepEqual(channelOf(reversed), channelOf(history));
      }),
    );
  });
});

describe('an invalid update graph', () => {
  /** Three releases that follow each other, or more. */
  const chains = histories
    .map((history) => channelOf({ ...history, skips: [], direct: undefined }))
    .filter((channel) => channel.length > 2);
  const at = fc.nat(100);
  const without = (entry: VersionedEntry, field: 'replaces') => {
    const { [field]: _, ...rest } = entry;
    return rest;
  };

  it('a channel has several newest releases if one release no longer replaces another', () => {
    fc.assert(
      fc.property(chains, at, (channel, seed) => {
        const index = 1 + (seed % (channel.length - 1));
        const cut = channel.map((entry, each) => (each === index ? without(entry, 'replaces') : entry));
        assert.deepEqual(rulesBrokenBy(cut), ['channel-head']);
      }),
    );
  });

  it('a channel has a cycle if the oldest release replaces the newest', () => {
    fc.assert(
      fc.property(chains, (channel) => {
        const newest = channel.at(-1)?.name ?? '';
        const circle = channel.map((entry, index) => (index === 0 ? { ...entry, replaces: newest } : entry));
        assert.deepEqual(rulesBrokenBy(circle), ['channel-cycle']);
      }),
    );
  });

  it('a channel has a cycle if the oldest release replaces a newer one that isn’t the newest', () => {
    fc.assert(
      fc.property(chains, at, (channel, seed) => {
        const index = 1 + (seed % (channel.length - 2));
        const name = channel[index]?.name ?? '';
        const circle = channel.map((entry, each) => (each === 0 ? { ...entry, replaces: name } : entry));
        assert.deepEqual(rulesBrokenBy(circle), ['channel-cycle']);
      }),
    );
  });

  it('a release that is both replaced and skipped leaves releases without updates', () => {
    fc.assert(
      fc.property(chains, (channel) => {
        const last = channel.length - 1;
        const skipped = channel[last - 1]?.name ?? '';
        const broken = channel.map((entry, index) => (index === last ? { ...entry, skips: [skipped] } : entry));
        assert.deepEqual(new Set(rulesBrokenBy(broken)), new Set(['channel-stranded']));
      }),
    );
  });

  it('a channel with a missing bundle has one finding', () => {
    fc.assert(
      fc.property(chains, at, (channel, seed) => {
        const gone = channel[seed % channel.length]?.name;
        const catalog = catalogOf(channel);
        const kept = catalog.blobs.filter(({ path }) => path !== `olm.bundle[${gone}]`).map(({ value }) => value);
        const found = validateCatalog(contentOf(kept as Record<string, unknown>[]));
        assert.deepEqual(
          found.map(({ rule }) => rule),
          ['channel-bundle'],
        );
      }),
    );
  });
});

describe('entries that an author writes', () => {
  it('entries that an author writes name bundles by the versions of releases', () => {
    const entries = givenEntries(
      [
        { version: '1.0.0', replaces: '0.9.0' },
        { version: '1.2.0', replaces: '1.0.0', skips: ['1.1.0'], skipRange: '>=1.0.0 <1.2.0' },
      ],
      (version) => `cache.v${version}`,
    );
    assert.deepEqual(entries, [
      { name: 'cache.v1.0.0', replaces: 'cache.v0.9.0' },
      { name: 'cache.v1.2.0', replaces: 'cache.v1.0.0', skips: ['cache.v1.1.0'], skipRange: '>=1.0.0 <1.2.0' },
    ]);
  });
});
