import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject } from '../../../lib/api/index.ts';
import { impersonation } from '../../../lib/client/credentials/impersonation.ts';
import { KubeconfigEntry } from '../../../lib/client/credentials/kubeconfig.ts';

function user(fields: JsonObject): KubeconfigEntry {
  return new KubeconfigEntry(fields, { title: 'user "ada"', file: '/config' });
}

describe('impersonation', () => {
  it('is absent for most users', () => {
    assert.deepEqual(impersonation(user({ token: 't' })), {});
  });

  it('contains user, uid, groups and extra fields', () => {
    const fields = {
      as: 'bob',
      'as-uid': '7',
      'as-groups': ['dev', 'ops'],
      'as-user-extra': { 'example.com/Scope': ['read'] },
    };
    assert.deepEqual(impersonation(user(fields)), {
      'impersonate-user': 'bob',
      'impersonate-uid': '7',
      'impersonate-group': ['dev', 'ops'],
      'impersonate-extra-example.com%2fscope': ['read'],
    });
  });

  it('is refused in an invalid form, so that requests never have another user', () => {
    assert.throws(() => impersonation(user({ as: 'bob', 'as-groups': 'dev' })), {
      message: 'user "ada" in /config has an as-groups that is no list of texts: make it one',
    });
  });
});
