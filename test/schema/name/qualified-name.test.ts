import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isQualifiedName } from '../../../lib/schema/name/qualified-name.ts';

describe('a qualified name', () => {
  for (const name of ['a', 'Not_me.2', 'a'.repeat(63), 'example.com/not-me', `${'a.'.repeat(126)}a/b`]) {
    it(`may be ${name.slice(0, 20)}`, () => {
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
    it(`may not be '${name.slice(0, 20)}'`, () => {
      assert.ok(!isQualifiedName(name));
    });
  }
});
