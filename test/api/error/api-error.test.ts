import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeStatus } from '../../../lib/api/error/api-status.ts';
import type { ApiCall } from '../../../lib/api/index.ts';
import {
  ApiError,
  isAlreadyExists,
  isConflict,
  isForbidden,
  isGone,
  isInvalid,
  isKindMissing,
  isKindTerminating,
  isNamespaceTerminating,
  isNotFound,
  isOvertaken,
  isReplaced,
  isServerError,
  isTooManyRequests,
  isTypeMismatch,
  isUnauthorized,
} from '../../../lib/api/index.ts';
import { jsonLogger } from '../../../lib/telemetry/index.ts';

const kind = { group: 'apps', version: 'v1', kind: 'Deployment' };
const call: ApiCall = { verb: 'apply', kind, object: { namespace: 'shop', name: 'db' } };

function refusal(code: number, status: object | string, context = call): ApiError {
  return new ApiError(context, decodeStatus(status, code));
}

describe('ApiError', () => {
  it('an ApiError has only the names of a kind, and not its schema', () => {
    const error = refusal(403, '', { verb: 'list', kind: { ...kind, schema: '{"type":"object"}' } as ApiCall['kind'] });
    assert.deepEqual(error.kind, kind);
  });

  it('an ApiError is a short line in a log, without a stack, for any response', () => {
    const message = 'x'.repeat(10_000);
    const causes = Array.from({ length: 100 }, (_, index) => ({
      reason: 'FieldValueInvalid',
      message,
      field: `spec.${index}`,
    }));
    const error = refusal(422, { reason: 'Invalid', message, details: { name: 'db', causes } });
    const lines: string[] = [];
    const logger = jsonLogger({ level: 'info', destination: { write: (line) => void lines.push(line) } });
    logger.warn('the resource has a problem', { error: new Error('the child is refused', { cause: error }) });
    const { stack, cause, ...rest } = JSON.parse(lines[0] ?? '').error;
    assert.match(stack, /^Error: the child is refused\n {4}at /);
    assert.deepEqual(rest, { type: 'Error', message: 'the child is refused' });
    assert.equal(cause.stack, undefined);
    assert.deepEqual([cause.causes.length, cause.otherCauseCount, cause.status], [5, 95, 422]);
    assert.ok(JSON.stringify(cause).length < 4_000);
  });

  it('an ApiError names the operation, the object and the server’s message', () => {
    const error = refusal(422, {
      reason: 'Invalid',
      message: 'Deployment "db" is invalid: spec.replicas: Invalid value: -1.',
      details: { name: 'db' },
    });
    assert.equal(
      error.message,
      'can\'t apply Deployment.apps/v1 shop/db: Deployment "db" is invalid: spec.replicas: Invalid value: -1 (422 Invalid)',
    );
    assert.deepEqual(error.object, { namespace: 'shop', name: 'db' });
  });

  it('an ApiError names the requested subresource', () => {
    const error = refusal(500, { message: 'no' }, { ...call, subresource: 'status' });
    assert.equal(error.message, "can't apply status of Deployment.apps/v1 shop/db: no (500 InternalError)");
  });

  it('an ApiError advises to grant the missing right', () => {
    const message =
      'deployments.apps is forbidden: User "ada" cannot list resource "deployments" in API group "apps" at the cluster scope';
    const error = refusal(403, { reason: 'Forbidden', message, details: { name: 'db' } });
    assert.match(error.message, /; allow it in a role that is bound to this account$/);
  });

  it('an ApiError doesn’t advise on roles if a quota forbids the request', () => {
    const error = refusal(403, { reason: 'Forbidden', message: 'exceeded quota: q', details: { name: 'db' } });
    assert.match(error.message, /exceeded quota: q \(403 Forbidden\)$/);
  });

  it('an ApiError advises on fields that another manager owns', () => {
    const causes = [{ reason: 'FieldManagerConflict', message: 'conflict with "kubectl"', field: '.spec.replicas' }];
    const error = refusal(409, {
      reason: 'Conflict',
      message: 'Apply failed with 1 conflict',
      details: { name: 'db', causes },
    });
    assert.deepEqual(error.causes, causes);
    assert.match(error.message, /; leave these fields to the manager that owns them, or force the apply$/);
  });

  it('isKindTerminating distinguishes a kind that is being removed from one that the account may not create', () => {
    const message = 'create not allowed while custom resource definition is terminating';
    const all = [
      refusal(405, { reason: 'MethodNotAllowed', message }),
      refusal(403, { reason: 'Forbidden', message: `monitors.example.org "a" is forbidden: ${message}` }),
      refusal(403, { reason: 'Forbidden', message: 'monitors.example.org "a" is forbidden' }),
    ];
    assert.deepEqual(all.map(isKindTerminating), [true, true, false]);
  });

  it('isKindMissing distinguishes a kind that is not served from an object that does not exist', () => {
    const kindMissing = refusal(404, '404 page not found\n');
    const objectMissing = refusal(404, {
      reason: 'NotFound',
      message: 'deployments.apps "db" not found',
      details: { name: 'db' },
    });
    assert.deepEqual([kindMissing, objectMissing].map(isKindMissing), [true, false]);
    assert.deepEqual([kindMissing, objectMissing].map(isNotFound), [true, true]);
    assert.match(kindMissing.message, /page not found \(404 NotFound\); install its CustomResourceDefinition/);
  });

  it('an ApiError keeps the continuation that a server offers when a paged list has expired', () => {
    const offer = { reason: 'Expired', message: 'too old', metadata: { continue: 'rest' } };
    assert.equal(refusal(410, offer).continue, 'rest');
    assert.equal(refusal(410, { ...offer, metadata: {} }).continue, undefined);
  });

  it('an ApiError about a response that isn’t a Status has the code’s reason and the start of the text', () => {
    const error = refusal(503, `<html>\n  ${'busy '.repeat(100)}`);
    assert.equal(error.reason, 'ServiceUnavailable');
    assert.ok(error.serverMessage.startsWith('<html> busy busy'));
    assert.equal(error.serverMessage.length, 200);
  });

  it('an ApiError shortens an object that the server repeats in the middle of its message', () => {
    const said = `patch: Invalid value: "${'x'.repeat(5000)}": unknown field "spec.replica"`;
    const error = refusal(422, { reason: 'Invalid', message: said, details: { name: 'db' } });
    assert.equal(error.serverMessage, said);
    assert.ok(error.message.length < 1100);
    assert.match(
      error.message,
      /: patch: Invalid value: "xx.* … x.*xx": unknown field "spec.replica" \(422 Invalid\)$/,
    );
  });

  it('ApiError.is recognizes an ApiError by its brand', () => {
    assert.ok(ApiError.is(refusal(500, '')));
    assert.ok(!ApiError.is(new Error('no')));
    assert.ok(!ApiError.is(undefined));
  });
});

describe('the predicates of an ApiError', () => {
  const predicates = {
    isAlreadyExists,
    isConflict,
    isForbidden,
    isGone,
    isInvalid,
    isKindMissing,
    isNotFound,
    isServerError,
    isTooManyRequests,
    isUnauthorized,
  };
  const details = { name: 'db' };
  const cases: readonly [name: string, code: number, status: object][] = [
    ['isUnauthorized', 401, { reason: 'Unauthorized' }],
    ['isForbidden', 403, { reason: 'Forbidden', details }],
    ['isNotFound', 404, { reason: 'NotFound', details }],
    ['isConflict', 409, { reason: 'Conflict', details }],
    ['isAlreadyExists', 409, { reason: 'AlreadyExists', details }],
    ['isGone', 410, { reason: 'Expired' }],
    ['isGone', 410, { reason: 'Gone' }],
    ['isInvalid', 422, { reason: 'Invalid', details }],
    ['isTooManyRequests', 429, { reason: 'TooManyRequests' }],
    ['isServerError', 503, { reason: 'ServiceUnavailable' }],
    ['isServerError', 504, { reason: 'Timeout' }],
  ];
  for (const [name, code, status] of cases) {
    it(`only ${name} holds for an ApiError with ${code} ${JSON.stringify(status)}`, () => {
      const error = refusal(code, status);
      assert.deepEqual(
        Object.entries(predicates)
          .filter(([, holds]) => holds(error))
          .map(([each]) => each),
        [name],
      );
    });
  }

  it('isOvertaken holds for a changed object and a missing one, and for no other error', () => {
    const details = { name: 'db' };
    const overtaken = [
      refusal(404, { reason: 'NotFound', details }),
      refusal(409, { reason: 'Conflict', details }),
      refusal(409, { reason: 'AlreadyExists', details }),
      refusal(410, { reason: 'Gone' }),
    ].map((error) => isOvertaken(error));
    assert.deepEqual(overtaken, [true, true, false, false]);
  });

  it('a denial by a webhook is neither a conflict nor the sign of another write, whatever its status', () => {
    const message = 'admission webhook "policy.example.com" denied the request: the uid is taken';
    for (const [code, reason] of [
      [409, 'Conflict'],
      [404, 'NotFound'],
    ] as const) {
      const denial = refusal(code, { reason, details, message });
      assert.deepEqual([isConflict(denial), isOvertaken(denial), isReplaced(denial)], [false, false, false]);
    }
  });

  it('isReplaced distinguishes a replaced object from other conflicts', () => {
    const uid = 'Precondition failed: UID in precondition: 1, UID in object meta: 2';
    const immutable = (field: string) => ({ reason: 'Invalid', details: { ...details, causes: [{ field }] } });
    assert.equal(isReplaced(refusal(409, { reason: 'Conflict', details, message: uid })), true);
    assert.equal(isReplaced(refusal(409, { reason: 'Conflict', details, message: 'it has been modified' })), false);
    assert.equal(isReplaced(refusal(422, immutable('metadata.uid'))), true);
    assert.equal(isReplaced(refusal(422, immutable('spec.selector'))), false);
    assert.equal(isReplaced(new Error(uid)), false);
  });

  it('isTypeMismatch distinguishes values of other types from other internal errors', () => {
    const message =
      'failed to create typed patch object (shop/db; apps/v1, Kind=Deployment): expected numeric (int or float)';
    assert.equal(isTypeMismatch(refusal(500, { reason: 'InternalError', message })), true);
    assert.equal(isTypeMismatch(refusal(500, { reason: 'InternalError', message: 'etcd is away' })), false);
    assert.equal(isTypeMismatch(new Error(message)), false);
  });

  it('isNamespaceTerminating distinguishes a namespace that is being deleted from an absent right', () => {
    const causes = [{ reason: 'NamespaceTerminating', field: 'metadata.namespace' }];
    assert.equal(isNamespaceTerminating(refusal(403, { reason: 'Forbidden', details: { causes } })), true);
    assert.equal(isNamespaceTerminating(refusal(403, { reason: 'Forbidden', details: {} })), false);
  });

  it('the predicates of an ApiError don’t hold for an error of another class', () => {
    const other = Object.assign(new Error('no'), { status: 404, reason: 'AlreadyExists', isKindMissing: true });
    assert.deepEqual(
      Object.values(predicates).filter((holds) => holds(other)),
      [],
    );
  });
});
