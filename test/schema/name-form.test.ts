import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isDns1035Label, isLabelValue, isQualifiedName, isSubdomain } from '../../lib/schema/name-form.ts';

describe('a DNS subdomain', () => {
  for (const name of ['a', '0', 'a-b', 'db.example.com', '0.a--b', `${'a.'.repeat(126)}a`]) {
    it(`a DNS subdomain may be ${name.slice(0, 20)}`, () => {
      assert.equal(isSubdomain(name), true);
    });
  }

  for (const name of ['', '-a', 'a-', 'a.', '.a', 'a..b', 'a.-b', 'A', 'a_b', 'ä', 'a\n', 'a'.repeat(254)]) {
    it(`a DNS subdomain is never ${JSON.stringify(name).slice(0, 20)}`, () => {
      assert.equal(isSubdomain(name), false);
    });
  }
});

describe('a qualified name', () => {
  for (const name of ['a', 'Not_me.2', 'a'.repeat(63), 'example.com/not-me', `${'a.'.repeat(126)}a/b`]) {
    it(`a qualified name may be ${name.slice(0, 20)}`, () => {
      assert.ok(isQualifiedName(name));
    });
  }

  for (const name of [
    '',
    '-a',
    'a-',
    'a b',
    'a'.repeat(64),
    '/a',
    'a/',
    'a/b/c',
    'Example.com/a',
    `${'a.'.repeat(127)}a/b`,
  ]) {
    it(`a qualified name may not be '${name.slice(0, 20)}'`, () => {
      assert.ok(!isQualifiedName(name));
    });
  }
});

describe('the value of a label', () => {
  for (const value of ['', 'a', '7', 'Not_me.2-x', 'a'.repeat(63)]) {
    it(`the value of a label may be '${value.slice(0, 20)}'`, () => {
      assert.ok(isLabelValue(value));
    });
  }

  for (const value of ['-a', 'a-', '.', 'a b', 'a/b', 'ä', 'a\n', 'a'.repeat(64)]) {
    it(`the value of a label may not be '${value.slice(0, 20)}'`, () => {
      assert.ok(!isLabelValue(value));
    });
  }
});

describe('a DNS label that begins with a letter', () => {
  for (const name of ['a', 'a-1', 'a'.repeat(63)]) {
    it(`a DNS label that begins with a letter may be ${name.slice(0, 20)}`, () => {
      assert.ok(isDns1035Label(name));
    });
  }

  for (const name of ['', '1-a', 'a-', 'A', 'a.b', 'a\n', 'a'.repeat(64)]) {
    it(`a DNS label that begins with a letter may not be ${JSON.stringify(name).slice(0, 20)}`, () => {
      assert.ok(!isDns1035Label(name));
    });
  }
});
