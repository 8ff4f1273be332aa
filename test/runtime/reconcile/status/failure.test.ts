import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Duration } from 'cdk8s';
import { type Kind, type ObjectKey, TerminalError } from '../../../../lib/api/index.ts';
import { ConnectionError, CredentialsError } from '../../../../lib/client/index.ts';
import { RenderError } from '../../../../lib/render/index.ts';
import { ChildRefusalError } from '../../../../lib/runtime/reconcile/applying/child-refusal-error.ts';
import { ReconcileTimeoutError } from '../../../../lib/runtime/reconcile/safeguards/reconcile-time.ts';
import {
  failureCauseOf,
  failureCauseOfChildren,
  failureCauseOfCleanup,
  isTerminalFailure,
  isTransientFailure,
} from '../../../../lib/runtime/reconcile/status/failure.ts';
import { refusal } from '../../refusal.ts';
import { configMapKind, keyOf, shelfKind } from '../../shelf.ts';
import { storedObject } from '../../stored-object.ts';

const box = keyOf('x');

/** Returns the server's error for an apply that doesn't match its schema. */
function untyped(kind: Kind, key: ObjectKey): unknown {
  const message =
    'failed to create typed patch object (shop/x; /v1, Kind=ConfigMap): .dat: field not declared in schema';
  return refusal('apply', kind, key, 500, 'InternalError', { message });
}

describe('the failure cause of an error', () => {
  const cases: readonly (readonly [string, unknown, string])[] = [
    ['an error of the author', new Error('no space'), 'ReconcileFailed'],
    ['anything else that is thrown', 'no space', 'ReconcileFailed'],
    ['a terminal error', new TerminalError('no space'), 'TerminalError'],
    ['a render that is refused', new RenderError(shelfKind, keyOf('a'), ['no space']), 'RenderFailed'],
    ['a child that can’t be changed', new ChildRefusalError('ChildImmutable', 'no'), 'ChildImmutable'],
    ['a claim that can’t grow', new ChildRefusalError('ClaimNotGrown', 'no'), 'ClaimNotGrown'],
    ['a reconcile without end', new ReconcileTimeoutError(Duration.minutes(2), 'somewhere'), 'PassTimeout'],
    ['a missing role', refusal('apply', configMapKind, box, 403, 'Forbidden'), 'AccessDenied'],
    [
      'a field of another manager',
      refusal('apply', configMapKind, box, 409, 'Conflict', { causes: [{ reason: 'FieldManagerConflict' }] }),
      'FieldConflict',
    ],
    ['an invalid child', refusal('apply', configMapKind, box, 422, 'Invalid'), 'ChildInvalid'],
    ['a child that can’t be read', refusal('apply', configMapKind, box, 400, 'BadRequest'), 'ChildInvalid'],
    ['a child with an unknown field', untyped(configMapKind, box), 'ChildInvalid'],
    ['a status with an unknown field', untyped(shelfKind, keyOf('a')), 'StatusInvalid'],
    ['an invalid status', refusal('apply', shelfKind, keyOf('a'), 422, 'Invalid'), 'StatusInvalid'],
    ['any other refusal', refusal('apply', configMapKind, box, 500, 'InternalError'), 'ApiError'],
  ];
  for (const [title, error, reason] of cases) {
    it(`the failure cause has the reason ${reason} for ${title}`, () => {
      assert.equal(failureCauseOf(error, shelfKind).reason, reason);
    });
  }

  it('the failure cause has the message of the error', () => {
    assert.equal(failureCauseOf(new Error('no space'), shelfKind).message, 'no space');
    assert.equal(failureCauseOf('no space', shelfKind).message, 'no space');
  });

  it('the failure cause is the same at each attempt, though each attempt has its own connection', () => {
    const attempt = (port: number) =>
      failureCauseOf(
        refusal('apply', configMapKind, box, 500, 'InternalError', {
          message: `failed calling webhook: read tcp 10.0.0.1:${port}->10.0.0.9:443: connection reset by peer`,
        }),
        shelfKind,
      );
    assert.deepEqual(attempt(40_001), attempt(40_002));
    assert.match(attempt(40_001).message, /10\.0\.0\.1->10\.0\.0\.9:443/);
  });

  it('the failure cause names first the fields that the installed CRD lacks, and no value of the status', () => {
    const invalid = (said: string) =>
      failureCauseOf(
        refusal('patch', shelfKind, keyOf('a'), 422, 'Invalid', { message: ` "" is invalid: patch: ${said}` }),
        shelfKind,
      );
    assert.deepEqual(invalid('Invalid value: "{…}": strict decoding error: unknown field "status.boxes"'), {
      reason: 'StatusInvalid',
      message: 'status.boxes is unknown to the installed CRD shelfs.example.com: apply the manifests of this release',
    });
    const names = Array.from({ length: 7 }, (_, index) => `unknown field "status.f${index}"`).join(', ');
    const held = '{\\"a\\": \\"strict decoding error: unknown field "spec.x"\\"}';
    assert.match(
      invalid(`Invalid value: "${held}": strict decoding error: ${names}`).message,
      /^status\.f0, status\.f1, status\.f2, status\.f3, status\.f4 and 2 more are unknown to /,
    );
    assert.match(invalid('Invalid value: 3: must be a string').message, /must be a string/);
  });

  it('a failed cleanup names the finalizers by which the manager keeps the resource', () => {
    const messageOf = (...finalizers: readonly string[]) => {
      const resource = storedObject('a', 1, { finalizers: [...finalizers, 'example.com/other'] });
      const { reason, message } = failureCauseOfCleanup(new Error('no bin'), resource, shelfKind);
      assert.equal(reason, 'CleanupFailed');
      return message;
    };
    const [cleanup, replacement] = ['shelf.example.com/finalizer', 'shelf.example.com/replacement'];
    const beginning = 'no bin; it stays until that is fixed';
    assert.equal(messageOf(), beginning);
    assert.equal(messageOf(cleanup), `${beginning}, or its finalizer ${cleanup} is removed by hand`);
    assert.equal(messageOf(replacement), `${beginning}, or its finalizer ${replacement} is removed by hand`);
    assert.equal(
      messageOf(replacement, cleanup),
      `${beginning}, or its finalizers ${cleanup} and ${replacement} are removed by hand`,
    );
  });

  it('all conflicts of children have one failure cause together, and no conflict has none', () => {
    assert.equal(failureCauseOfChildren('ChildConflict', []), undefined);
    assert.deepEqual(failureCauseOfChildren('ChildConflict', [{ message: 'one' }, { message: 'other' }]), {
      reason: 'ChildConflict',
      message: 'one; other',
    });
  });
});

describe('a terminal failure', () => {
  it('a TerminalError of the author and an error of the render are terminal failures', () => {
    assert.equal(isTerminalFailure(new TerminalError('no')), true);
    assert.equal(isTerminalFailure(new RenderError(shelfKind, keyOf('a'), ['no'])), true);
    assert.equal(isTerminalFailure(new Error('no')), false);
    assert.equal(isTerminalFailure(undefined), false);
  });
});

describe('a transient failure', () => {
  const passing: readonly (readonly [string, unknown])[] = [
    ['a server out of reach', new ConnectionError('broken', { server: new URL('https://localhost'), source: 'test' })],
    ['credentials that did not arrive', new CredentialsError('no token')],
    ['a conflict', refusal('apply', configMapKind, box, 409, 'Conflict')],
    [
      'an object that has replaced the one that was meant',
      refusal('apply', configMapKind, box, 422, 'Invalid', { causes: [{ field: 'metadata.uid' }] }),
    ],
    ['a busy server', refusal('apply', configMapKind, box, 429, 'TooManyRequests')],
    ['a server that starts', refusal('apply', configMapKind, box, 503, 'ServiceUnavailable')],
    ['a server that is too slow', refusal('apply', configMapKind, box, 504, 'Timeout')],
    [
      'a namespace that goes',
      refusal('apply', configMapKind, box, 403, 'Forbidden', { causes: [{ reason: 'NamespaceTerminating' }] }),
    ],
  ];
  for (const [title, error] of passing)
    it(`treats ${title} as a transient failure`, () => assert.equal(isTransientFailure(error), true));

  const lasting: readonly (readonly [string, unknown])[] = [
    ['a missing role', refusal('apply', configMapKind, box, 403, 'Forbidden')],
    ['an invalid object', refusal('apply', configMapKind, box, 422, 'Invalid', { causes: [{ field: 'spec.x' }] })],
    ['a webhook that fails', refusal('apply', configMapKind, box, 500, 'InternalError')],
    ['an error of the author', new Error('no space')],
    [
      'a field of another manager',
      refusal('apply', configMapKind, box, 409, 'Conflict', { causes: [{ reason: 'FieldManagerConflict' }] }),
    ],
  ];
  for (const [title, error] of lasting)
    it(`doesn’t treat ${title} as a transient failure`, () => assert.equal(isTransientFailure(error), false));
});
