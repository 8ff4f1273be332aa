import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { builtInKinds, CustomResource } from '../../../lib/api/index.ts';
import { pluralOf } from '../../../lib/api/kind/plural.ts';

describe('the plural of a kind', () => {
  const words = { database: 'databases', memcached: 'memcacheds', policy: 'policies', relay: 'relays', box: 'boxes' };
  for (const [singular, plural] of Object.entries({
    ...words,
    ingress: 'ingresses',
    mesh: 'meshes',
    branch: 'branches',
  })) {
    it(`the plural of ${singular} is ${plural}`, () => assert.equal(pluralOf(singular), plural));
  }

  it('the plural of a built-in kind is that of Kubernetes', () => {
    // Endpoints is a plural already.
    for (const { kind, plural } of builtInKinds()) {
      if (kind !== 'Endpoints') assert.equal(pluralOf(kind.toLowerCase()), plural);
    }
  });

  it('the plural of a kind is the author’s if the definition has one', () => {
    const api = { group: 'example.com', version: 'v1', kind: 'Ox', spec: z.object({}) };
    assert.equal(CustomResource({ ...api, plural: 'oxen' }).definition.plural, 'oxen');
    assert.equal(CustomResource(api).definition.plural, 'oxes');
  });
});
