import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isSubdomain } from '../../../lib/schema/name/subdomain.ts';

describe('a DNS subdomain', () => {
  for (const name of ['a', '0', 'a-b', 'db.example.com', '0.a--b', `${'a.'.repeat(126)}a`]) {
    it(`may be ${name.slice(0, 20)}`, () => {
      assert.equal(isSubdomain(name), true);
    });
  }

  for (const name of ['', '-a', 'a-', 'a.', '.a', 'a..b', 'a.-b', 'A', 'a_b', 'ä', 'a\n', 'a'.repeat(254)]) {
    it(`is never ${JSON.stringify(name).slice(0, 20)}`, () => {
      assert.equal(isSubdomain(name), false);
    });
  }
});
