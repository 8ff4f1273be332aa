import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { base64Bytes } from '../../../lib/api/object/base64.ts';

describe('base64', () => {
  for (const [text, bytes] of [
    ['', ''],
    ['YQ==', 'a'],
    ['YWI=', 'ab'],
    ['YW\r\nJj', 'abc'],
  ] as const) {
    it(`decodes ${JSON.stringify(text)} to '${bytes}'`, () => {
      assert.equal(Buffer.from(base64Bytes(text) ?? [0]).toString(), bytes);
    });
  }

  for (const text of ['YQ', 'YQ=', 'Y===', 'YW I=', 'YQ==YQ==', 'Y_8=', 'data:image/png;base64,YQ==']) {
    it(`is invalid: ${text}`, () => {
      assert.equal(base64Bytes(text), undefined);
    });
  }
});
