import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { App, Testing } from 'cdk8s';
import { bundleFindings, bundleValueFindings } from '../../../lib/constructs/bundle/bundle-finding.ts';
import { Operator } from '../../../lib/index.ts';
import type { BundleProps } from '../../../lib/olm/index.ts';

const inJson = "bundle.properties[0].value can't be written in JSON: write texts, numbers, lists and objects";

describe('the description of an operator', () => {
  it('a bundle without fields that catalogs require is refused, even if a cast hides their absence', () => {
    const { provider: _, maintainers: __, ...rest } = words;
    assert.deepEqual(
      [...bundleFindings(JSON.parse(JSON.stringify(rest)))],
      [
        'bundle.provider is missing: catalogs refuse a bundle without it',
        'bundle.maintainers is missing: catalogs refuse a bundle without it',
      ],
    );
  });

  it('a bundle that catalogs accept has no findings', () => {
    assert.deepEqual([...bundleFindings(words)], []);
  });

  const wrong: readonly (readonly [Partial<BundleProps>, string])[] = [
    [{ displayName: 'Db' }, 'bundle.displayName has 2 characters: write 3 to 50'],
    [{ displayName: 'x'.repeat(51) }, 'bundle.displayName has 51 characters: write 3 to 50'],
    [{ description: `Too short.${' '.repeat(20)}` }, 'bundle.description has 10 characters: write 20 or more'],
    [{ summary: 'Cache.' }, 'bundle.summary has 6 characters: write 10 or more'],
    [{ support: '' }, 'bundle.support has 0 characters: write 3 or more'],
    [{ provider: { name: 'Me' } }, 'bundle.provider.name has 2 characters: write 3 or more'],
    [
      { provider: { name: 'Example Company', url: 'example.com' } },
      "bundle.provider.url 'example.com' is not a web address: write one such as https://example.com",
    ],
    [
      { repository: 'git@example.com:cache.git' },
      "bundle.repository 'git@example.com:cache.git' is not a web address: write one such as https://example.com",
    ],
    [{ links: [{ name: '', url: 'https://example.com' }] }, 'bundle.links[0].name has 0 characters: write 1 or more'],
    [
      { links: [{ name: 'Source', url: 'https://' }] },
      "bundle.links[0].url 'https://' is not a web address: write one such as https://example.com",
    ],
    [{ maintainers: [] }, 'bundle.maintainers is empty: name one at least, with an email address'],
    [
      { maintainers: [{ name: 'Team', email: 'team' }] },
      "bundle.maintainers[0].email 'team' is not an email address: write one such as team@example.com",
    ],
    [{ maintainers: [{ name: '', email: 'a@b' }] }, 'bundle.maintainers[0].name has 0 characters: write 1 or more'],
    [
      { channels: ['stable', ''] },
      "bundle.channels[1] '' is not a valid name of a channel: write one word without commas, such as stable",
    ],
    [
      { channels: ['stable,beta'] },
      "bundle.channels[0] 'stable,beta' is not a valid name of a channel: write one word without commas, such as stable",
    ],
    [
      { channels: ['sta\u0007ble'] },
      "bundle.channels[0] 'sta\u0007ble' is not a valid name of a channel: write one word without commas, such as stable",
    ],
    [{ scorecard: { image: '' } }, "bundle.scorecard.image is '', which is not an image: write one without blanks"],
    [{ channels: ['stable', 'stable'] }, "bundle.channels[1] 'stable' occurs twice: leave one out"],
    ...['1.30', 'v1.30.0', '1.30.0-rc.1', '01.30.0'].map(
      (minKubeVersion) =>
        [
          { minKubeVersion },
          `bundle.minKubeVersion '${minKubeVersion}' is not a release of Kubernetes: write three numbers such as 1.30.0`,
        ] as const,
    ),
    [{ replaces: 'v1.0.0' }, "bundle.replaces 'v1.0.0' is not a semantic version: write one such as 1.2.3"],
    [{ skips: ['1.0.0', '1'] }, "bundle.skips[1] '1' is not a semantic version: write one such as 1.2.3"],
    [
      { imageLock: { 'cache:1': 'sha256:abc' } },
      "bundle.imageLock['cache:1'] is 'sha256:abc', which is not a digest: write sha256:…",
    ],
    [
      { replaces: '1.0.0+build.7' },
      "bundle.replaces '1.0.0+build.7' names a build, and no object can have a '+' in its name: leave out '+' and all after it",
    ],
    [{ properties: [{ type: 'example.com.rate', value: [Number.NaN] }] }, inJson],
    [{ properties: [{ type: 'example.com.rate', value: { at: Number.POSITIVE_INFINITY } }] }, inJson],
    [
      { properties: [{ type: 'olm.maxOpenShiftVersion', value: '4.20' }] },
      'bundle.properties[0] is olm.maxOpenShiftVersion, which follows from bundle.openshift.maxVersion: set that instead',
    ],
  ];

  it('a bundle with the file of an icon, existing versions and an image lock has no findings', () => {
    const icon = new URL('icon.svg', import.meta.url);
    const imageLock = { 'cache:1': `sha256:${'a'.repeat(64)}` };
    assert.deepEqual([...bundleFindings({ ...words, icon, replaces: '1.0.0', skips: ['0.9.0'], imageLock })], []);
  });

  for (const [change, finding] of wrong) {
    it(`a bundle is refused with ${JSON.stringify(change)}`, () => {
      assert.deepEqual([...bundleFindings({ ...words, ...change })], [finding]);
    });
  }

  it('the bundle of an operator is validated when the operator is synthesized', () => {
    const operator = new Operator(new App(), 'cache-operator', {
      version: '1.0.0',
      image: 'example.com/cache-operator:1',
      bundle: { ...words, displayName: '' },
    });
    assert.throws(() => Testing.synth(operator), /\[cache-operator\] bundle\.displayName has 0 characters/);
  });
});

const words: BundleProps = {
  displayName: 'Web Cache',
  description: 'Keeps answers of web servers near to those who ask.',
  provider: { name: 'Example Company' },
  maintainers: [{ name: 'Team', email: 'team@example.com' }],
};

/** Returns props with a value that the compiler hasn't checked. */
function unchecked(text: string): BundleProps {
  return { ...words, ...JSON.parse(text) };
}

describe('a choice of values that catalogs define', () => {
  it('a bundle with values that catalogs define has no findings', () => {
    assert.deepEqual([...bundleValueFindings(words)], []);
    assert.deepEqual(
      [
        ...bundleValueFindings({
          ...words,
          maturity: 'stable',
          capabilities: 'Auto Pilot',
          categories: ['Database', 'Observability', 'Drivers and plugins'],
          architectures: ['amd64', 's390x'],
          installModes: ['OwnNamespace'],
          channels: ['stable'],
          openshift: { features: { cnf: true } },
          scorecard: { image: 'example.com/scorecard:1', tests: ['basic-check-spec'] },
        }),
      ],
      [],
    );
  });

  for (const [text, finding] of [
    ['{"maturity":"ripe"}', /^bundle\.maturity has 'ripe', which catalogs don't know: write one of planning, /],
    ['{"capabilities":"Full"}', /^bundle\.capabilities has 'Full'.*: write one of Basic Install, /],
    ['{"categories":["Database","Games"]}', /^bundle\.categories has 'Games'/],
    ['{"architectures":["x86_64"]}', /^bundle\.architectures has 'x86_64'.*: write one of amd64, arm64, /],
    ['{"architectures":[]}', /^bundle\.architectures is empty: write one value at least, or leave it out$/],
    ['{"installModes":["Everywhere"]}', /^bundle\.installModes has 'Everywhere'.*: write one of OwnNamespace, /],
    ['{"installModes":[]}', /^bundle\.installModes is empty: write one value at least, or leave it out$/],
    ['{"channels":[]}', /^bundle\.channels is empty: write one value at least, or leave it out$/],
    ['{"openshift":{"features":{"fips":true}}}', /^bundle\.openshift\.features has 'fips'.* disconnected, /],
    ['{"scorecard":{"image":"x","tests":["basic"]}}', /^bundle\.scorecard\.tests has 'basic'.* basic-check-spec, /],
    ['{"scorecard":{"image":"x","tests":[]}}', /^bundle\.scorecard\.tests is empty/],
  ] as const) {
    it(`a bundle is refused for the values ${text}`, () => {
      const findings = [...bundleValueFindings(unchecked(text))];
      assert.equal(findings.length, 1);
      assert.match(findings[0] ?? '', finding);
    });
  }
});
