import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bearerToken } from '../../../lib/server/access/bearer-token.ts';

describe('bearerToken', () => {
  for (const header of ['Bearer a.b-c_d~e+f/g=', 'bearer a.b-c_d~e+f/g=', 'BEARER   a.b-c_d~e+f/g= ']) {
    it(`is the token of '${header}'`, () => assert.equal(bearerToken(header), 'a.b-c_d~e+f/g='));
  }

  for (const header of [
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'a.b.c',
    'Basic YTpi',
    'Bearer a b',
    'Bearer a,b',
    'XBearer a',
  ]) {
    it(`is none in '${header}'`, () => assert.equal(bearerToken(header), undefined));
  }
});
