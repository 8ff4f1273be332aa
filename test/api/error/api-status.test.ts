import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { decodeStatus } from '../../../lib/api/error/api-status.ts';
import { ApiError } from '../../../lib/api/index.ts';

const object = { namespace: 'shop', name: 'login' };
const secret = { group: '', version: 'v1', kind: 'Secret' };

function refusal(code: number, message: string, kind = secret): ApiError {
  const causes = [{ reason: 'FieldValueInvalid', field: 'patch', message }];
  return new ApiError({ verb: 'apply', kind, object }, decodeStatus({ message, details: { causes } }, code));
}

describe('the refusal of a Secret', () => {
  const quoting: readonly (readonly [code: number, message: string, kept: string])[] = [
    [
      500,
      'failed to create typed patch object (shop/login; /v1, Kind=Secret): .stringData.a: expected string, got &value.valueUnstructured{Value:hunter2}',
      '.stringData.a: expected string',
    ],
    [500, 'failed: .data: expected map, got &hunter2\n  .data: expected map, got &hunter2', '.data: expected map'],
    [422, 'Secret "login" is invalid: patch: Invalid value: "{\\"data\\":{\\"a\\":\\"hunter2\\"}}": no map', 'no map'],
    [
      422,
      'Secret "login" is invalid: patch: Invalid value: {"data":{"a":"hunter2"}}',
      'Secret "login" is invalid: patch',
    ],
    [422, 'Secret "login" is invalid: patch: Invalid value: "a\\\nhunter2": no map', 'no map'],
    [400, 'error found in #10 byte of ...|"password":"hunter2|..., bigger context ...|{"a":"hunter2', 'error found'],
  ];
  for (const [code, message, kept] of quoting) {
    it(`the refusal of a Secret quotes none of its values: ${message}`, () => {
      const error = refusal(code, message);
      assert.ok(error.message.includes(kept), error.message);
      assert.equal(inspect(error, { depth: 10 }).includes('hunter2'), false);
    });
  }

  it('the refusal of a Secret keeps messages about rights and field owners word for word', () => {
    const words = 'secrets "login" is forbidden: User "ada" cannot patch resource "secrets"';
    for (const code of [401, 403, 404, 409, 429]) assert.equal(refusal(code, words).serverMessage, words);
  });

  it('the refusal of another kind than a Secret keeps its message word for word', () => {
    const words = 'Deployment "login" is invalid: spec.replicas: Invalid value: "x": must be a number';
    assert.equal(refusal(422, words, { group: 'apps', version: 'v1', kind: 'Deployment' }).serverMessage, words);
  });
});
