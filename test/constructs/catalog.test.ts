import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { App } from 'cdk8s';
import { Operator } from '../../lib/index.ts';
import { type BundleProps, Catalog, Channel, type ChannelProps } from '../../lib/olm/index.ts';

const words: BundleProps = {
  displayName: 'Web Cache',
  description: 'Keeps answers of web servers near to those who ask.',
  provider: { name: 'Example Company' },
  maintainers: [{ name: 'Team', email: 'team@example.com' }],
};

function operator(name = 'cache-operator', bundle: BundleProps | undefined = words): Operator {
  return new Operator(new App(), name, {
    version: '1.2.3',
    image: 'example.com/cache:1',
    ...(bundle !== undefined && { bundle }),
  });
}

/** Returns all findings about catalogs and channels of an operator's app, each with its path. */
function findings({ node: { root } }: Operator): string[] {
  return root.node
    .findAll()
    .filter((construct) => Catalog.isCatalog(construct) || Channel.isChannel(construct))
    .flatMap(({ node }) => node.validate().map((finding) => `[${node.path}] ${finding}`));
}

function channelFindings(id: string, props: ChannelProps): string[] {
  const subject = operator();
  new Channel(new Catalog(App.of(subject), 'Catalog', { operator: subject }), id, props);
  return findings(subject);
}

describe('a catalog', () => {
  it('a catalog has its operator’s package, and reads no files', () => {
    const subject = operator();
    const catalog = new Catalog(App.of(subject), 'Catalog', { operator: subject, releases: '/nowhere/at/all' });
    new Channel(catalog, 'stable');
    assert.equal(catalog.packageName, 'cache-operator');
    assert.deepEqual(Catalog.in(subject.node.root), [catalog]);
    assert.deepEqual(
      Channel.in(catalog).map(({ name }) => name),
      ['stable'],
    );
    assert.deepEqual(findings(subject), []);
  });

  it('a catalog of an operator without a bundle is refused', () => {
    const root = new App();
    const subject = new Operator(root, 'cache-operator', { version: '1.2.3', image: 'example.com/cache:1' });
    new Catalog(root, 'Catalog', { operator: subject });
    assert.deepEqual(findings(subject), ['[Catalog] cache-operator has no bundle to offer: give it `bundle` props']);
  });

  it('a catalog is refused for remote releases, and for deprecated releases that aren’t versions', () => {
    const subject = operator();
    const releases = new URL('https://example.com/releases/');
    const deprecatedReleases = { '1.0.0': 'It loses data.', latest: 'It loses data.' };
    new Catalog(App.of(subject), 'Catalog', { operator: subject, releases, deprecatedReleases });
    assert.deepEqual(findings(subject), [
      "[Catalog] releases https://example.com/releases/ is not a directory of this machine: name one, such as new URL('releases/', import.meta.url)",
      "[Catalog] deprecatedReleases has 'latest', which is not a semantic version: write one such as 1.2.3",
    ]);
  });

  it('a second catalog of one package is refused', () => {
    const subject = operator();
    new Catalog(App.of(subject), 'One', { operator: subject });
    new Catalog(App.of(subject), 'Other', { operator: subject });
    assert.deepEqual(findings(subject), ['[Other] One offers cache-operator, too: give that one the channels of both']);
  });
});

describe('a channel', () => {
  it('a channel outside of a catalog is refused', () => {
    assert.throws(() => new Channel(new App(), 'stable'), {
      name: 'TypeError',
      message: 'stable is not part of a Catalog: give it one as its scope',
    });
  });

  it('a channel with a name that isn’t valid in lists is refused', () => {
    assert.deepEqual(channelFindings('stable,fast', {}), [
      "[Catalog/stable,fast] the id 'stable,fast' is not a valid name of a channel: write one word without commas, such as stable",
    ]);
  });

  it('a channel with entries that aren’t semantic versions is refused', () => {
    const looksLikeOne = '1.2e3.3';
    assert.deepEqual(channelFindings('stable', { skips: [looksLikeOne] }), [
      "[Catalog/stable] '1.2e3.3' is not a semantic version: write one such as 1.2.3",
    ]);
    const entries = [{ version: '1.2.3', replaces: '01.2.3', skips: ['1.2.3-'] }] as const;
    assert.deepEqual(channelFindings('stable', { entries }), [
      "[Catalog/stable] '01.2.3' is not a semantic version: write one such as 1.2.3",
      "[Catalog/stable] '1.2.3-' is not a semantic version: write one such as 1.2.3",
    ]);
  });
});
