// The table of Kubernetes' own conformance tests: it names existing cases, and all tests of the release that the suite runs on.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { kubernetesVersion } from '../../lib/testing/embedded/built-in/built-in-types.ts';
import { conformanceCases } from './conformance-cases.ts';
import { publishedTests } from './published/published-test.ts';

const sources = process.env.GOMODCACHE ?? join(homedir(), 'go', 'pkg', 'mod');
/** The list of all conformance tests, among the sources that the control plane is built from. */
const list = join(sources, 'k8s.io', `kubernetes@${kubernetesVersion}`, 'test/conformance/testdata/conformance.yaml');
const sig = '[sig-api-machinery] ';

describe("the table of Kubernetes' conformance tests", () => {
  const results = Object.values(publishedTests).flatMap((tests) => Object.values(tests));

  it('the table of Kubernetes’ conformance tests names existing cases only', () => {
    const titles = new Set(
      Object.entries(conformanceCases).flatMap(([topic, cases]) => cases.map(({ title }) => `${topic}: ${title}`)),
    );
    const named = results.flatMap((result) => (typeof result === 'string' ? [] : result));
    assert.deepEqual(
      named.filter((title) => !titles.has(title)),
      [],
    );
  });

  it('the table of Kubernetes’ conformance tests has cases for all but a few of the 99 tests', () => {
    assert.equal(results.length, 99);
    assert.ok(results.filter((result) => typeof result === 'string').length < 12);
  });

  // The sources are present where the control plane has been built, and absent where its programs come from a cache.
  if (!existsSync(list)) return;
  it('the table of Kubernetes’ conformance tests has each test of API machinery', () => {
    const published = (parse(readFileSync(list, 'utf8')) as readonly { readonly codename: string }[])
      .map(({ codename }) => codename)
      .filter((name) => name.startsWith(sig))
      .map((name) => name.slice(sig.length).replace(' [Conformance]', ''));
    const known = Object.entries(publishedTests).flatMap(([topic, tests]) =>
      Object.keys(tests).map((test) => `${topic} ${test}`),
    );
    assert.deepEqual(known.toSorted(), published.toSorted());
  });
});
