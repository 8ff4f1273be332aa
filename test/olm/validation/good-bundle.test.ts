// Good bundles of many shapes: there is nothing to be said about them.

import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { readBundle } from '../../../lib/cli/bundle/bundle-directory.ts';
import { validate } from '../../../lib/olm/index.ts';
import { goodBundle, goodBundleNames } from './corpus/good-bundle.ts';

const bundles = resolve(import.meta.dirname, '../../../bundle');

describe('a good bundle', () => {
  for (const name of goodBundleNames) {
    it(`a good bundle has no finding: ${name}`, () => {
      assert.deepEqual(validate(goodBundle(name).content()), []);
    });

    it(`a good bundle has no finding for any audience: ${name}`, () => {
      const content = goodBundle(name).content();
      assert.deepEqual(validate(content, { audiences: ['olm', 'community', 'openshift'] }), []);
    });
  }

  it('the bundles of the apps have no finding', async () => {
    const operators = await readdir(bundles);
    assert.notEqual(operators.length, 0);
    for (const operator of operators) assert.deepEqual(validate(await readBundle(join(bundles, operator))), []);
  });
});
