import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { redactedSecret } from '../../../lib/cli/diff/redacted-secret.ts';

const metadata = { name: 'key' };

describe('redactedSecret', () => {
  it('redactedSecret marks the values of a Secret that differ, and shows no value', () => {
    const before = { apiVersion: 'v1', kind: 'Secret', metadata, data: { same: 'YQ==', other: 'Yg==', old: 'Yw==' } };
    const after = { ...before, data: { same: 'YQ==', other: 'eA==', new: 'eQ==' } };
    assert.deepEqual(redactedSecret(before, after, 'before').data, {
      same: 'redacted',
      other: 'redacted (before)',
      old: 'redacted',
    });
    assert.deepEqual(redactedSecret(after, before, 'after').data, {
      same: 'redacted',
      other: 'redacted (after)',
      new: 'redacted',
    });
  });

  it('redactedSecret hides the copy of a Secret that kubectl keeps in an annotation', () => {
    const annotations = { 'kubectl.kubernetes.io/last-applied-configuration': '{"data":{"a":"YQ=="}}', other: 'kept' };
    const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'key', annotations } };
    assert.deepEqual(redactedSecret(secret, undefined, 'before').metadata.annotations, {
      'kubectl.kubernetes.io/last-applied-configuration': 'redacted',
      other: 'kept',
    });
  });

  it('redactedSecret leaves objects of other kinds unchanged', () => {
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { a: 'b' } };
    assert.equal(redactedSecret(object, undefined, 'before'), object);
  });
});
