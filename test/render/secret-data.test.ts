import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withSecretData } from '../../lib/render/secret-data.ts';

const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'login' } };

describe('the data of a rendered Secret', () => {
  it('holds its texts as base64, over data of the same key', () => {
    const rendered = { ...secret, data: { user: 'b2xk', host: 'aA==' }, stringData: { user: 'ünï' } };
    assert.deepEqual(withSecretData(rendered), { ...secret, data: { user: 'w7xuw68=', host: 'aA==' } });
  });

  it('is left alone in a Secret without texts, and in other kinds', () => {
    const plain = { ...secret, data: { host: 'aA==' } };
    assert.equal(withSecretData(plain), plain);
    const other = { apiVersion: 'example.com/v1', kind: 'Secret', metadata: { name: 'x' }, stringData: { a: 'b' } };
    assert.equal(withSecretData(other), other);
  });
});
