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
    it(`base64 ${JSON.stringify(text)} is decoded to '${bytes}'`, () => {
      assert.equal(Buffer.from(base64Bytes(text) ?? [0]).toString(), bytes);
    });
  }

  for (const text of ['YQ', 'YQ=', 'Y===', 'YW I=', 'YQ==YQ==', 'Y_8=', 'data:image/png;base64,YQ==']) {
    it(`the text ${text} is not valid base64`, () => {
      assert.equal(base64Bytes(text), undefined);
    });
  }
});
