import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConnectionError } from '../../../lib/api/index.ts';

const peer = {
  server: new URL('https://kubernetes.example.com:6443/prefix'),
  source: 'context "kind" of /home/ada/.kube/config',
};

function failed(code: string, message = 'it failed'): ConnectionError {
  return ConnectionError.from(Object.assign(new Error(message), { code }), peer);
}

describe('ConnectionError', () => {
  const failures = {
    ENOTFOUND: 'name-unknown',
    EAI_AGAIN: 'name-unknown',
    ECONNREFUSED: 'refused',
    EHOSTUNREACH: 'unreachable',
    ETIMEDOUT: 'timeout',
    UND_ERR_CONNECT_TIMEOUT: 'timeout',
    DEPTH_ZERO_SELF_SIGNED_CERT: 'tls',
    ERR_TLS_CERT_ALTNAME_INVALID: 'tls',
    ERR_SSL_WRONG_VERSION_NUMBER: 'tls',
    HPE_INVALID_CONSTANT: 'garbled',
    ECONNRESET: 'broken',
    UND_ERR_SOCKET: 'broken',
    UND_ERR_DESTROYED: 'closed',
  };
  for (const [code, failure] of Object.entries(failures)) {
    it(`a ConnectionError classifies ${code} as ${failure}`, () => assert.equal(failed(code).failure, failure));
  }

  it('a ConnectionError names the server, the source of its address, and the remedy', () => {
    assert.equal(
      failed('ECONNREFUSED').message,
      "can't reach the API server at https://kubernetes.example.com:6443: the connection is refused; " +
        'check that it runs, and the address in the context "kind" of /home/ada/.kube/config',
    );
  });

  it('a ConnectionError names the problem of a certificate', () => {
    const error = failed('CERT_HAS_EXPIRED', 'certificate has expired');
    assert.match(error.message, /^no trusted connection to .*: certificate has expired; check certificate authority/);
  });

  it('a ConnectionError keeps its cause', () => {
    const cause = new Error('reset');
    assert.equal(ConnectionError.from(cause, peer).cause, cause);
  });

  it('ConnectionError.from returns a ConnectionError unchanged', () => {
    const error = failed('ECONNRESET');
    assert.equal(ConnectionError.from(error, peer), error);
  });
});
