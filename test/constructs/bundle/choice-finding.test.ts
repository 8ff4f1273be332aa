import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bundleChoiceFindings } from '../../../lib/constructs/bundle/choice-finding.ts';
import type { BundleProps } from '../../../lib/olm/index.ts';

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
  it('is accepted if catalogs define it', () => {
    assert.deepEqual(bundleChoiceFindings(words), []);
    assert.deepEqual(
      bundleChoiceFindings({
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
    it(`is refused with ${text}`, () => {
      const findings = bundleChoiceFindings(unchecked(text));
      assert.equal(findings.length, 1);
      assert.match(findings[0] ?? '', finding);
    });
  }
});
