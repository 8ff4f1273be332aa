import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { thrownText } from '../../lib/system/index.ts';

describe('the text of a thrown value', () => {
  const texts: readonly (readonly [unknown, string])[] = [
    [new Error('no space'), 'no space'],
    [new TypeError(), 'TypeError without a message'],
    ['no space', 'no space'],
    [{ code: 3 }, 'a value that is not an Error was thrown: { code: 3 }'],
    [{ code: 'E3', reason: 'Full' }, 'a value that is not an Error was thrown: { code: "E3", reason: "Full" }'],
    [{ status: 500, body: {} }, 'a value that is not an Error was thrown: { status: 500, body }'],
    [{}, 'a value that is not an Error was thrown: {}'],
    [[1, 2], 'a value that is not an Error was thrown: an array of 2'],
    [3, 'a value that is not an Error was thrown: 3'],
    [null, 'a value that is not an Error was thrown: null'],
    [undefined, 'a value that is not an Error was thrown: undefined'],
    [() => 'x', 'a value that is not an Error was thrown: a function'],
  ];
  for (const [index, [thrown, text]] of texts.entries()) {
    it(`thrownText describes the value: ${index + 1}. ${text}`, () => {
      assert.equal(thrownText(thrown), text);
    });
  }

  it('thrownText contains no value of a Secret', () => {
    const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a' }, data: { password: 'aHVudGVyMg==' } };
    assert.equal(
      thrownText(secret),
      'a value that is not an Error was thrown: { apiVersion, kind: "Secret", metadata, data }',
    );
  });

  it('thrownText is bounded, whatever was thrown', () => {
    const long = 'x'.repeat(1_000_000);
    const wide = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, index) => [`${index}${long.slice(0, 1_000)}`, 1]),
    );
    assert.ok(thrownText({ message: long, ...wide }).length < 5_000);
  });

  it('thrownText reads no accessor, and accepts an object that can not be read', () => {
    const trap = {
      get code(): never {
        return assert.fail('it is read');
      },
    };
    const unreadable = new Proxy({}, { ownKeys: () => assert.fail('it is read') });
    assert.equal(thrownText(trap), 'a value that is not an Error was thrown: { code }');
    assert.match(thrownText(unreadable), /an object that can't be read/);
  });
});
