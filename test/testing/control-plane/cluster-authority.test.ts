import assert from 'node:assert/strict';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { ClusterAuthority } from '../../../lib/testing/control-plane/cluster-authority.ts';

describe('ClusterAuthority', () => {
  let authority: ClusterAuthority;
  let root: X509Certificate;
  before(async () => {
    authority = await ClusterAuthority.create();
    root = new X509Certificate(authority.certificate);
  });

  it('a cluster authority signs certificates, and has signed its own', () => {
    assert.ok(root.ca);
    assert.ok(root.verify(root.publicKey));
  });

  it('a cluster authority certifies a server for loopback, and only as a server', async () => {
    const { certificate, key } = await authority.issueServer('kube-apiserver');
    const issued = new X509Certificate(certificate);
    assert.ok(issued.verify(root.publicKey));
    assert.equal(issued.checkIP('127.0.0.1'), '127.0.0.1');
    assert.equal(issued.checkHost('localhost'), 'localhost');
    assert.ok(issued.checkPrivateKey(createPrivateKey(key)));
    assert.deepEqual(issued.keyUsage, ['1.3.6.1.5.5.7.3.1']);
  });

  it('a cluster authority certifies a user with groups, and only as a client', async () => {
    const { certificate, key } = await authority.issueClient({
      user: 'system:kube-scheduler',
      groups: ['a', 'system:b'],
    });
    const issued = new X509Certificate(certificate);
    assert.ok(issued.verify(root.publicKey));
    assert.equal(issued.subject, 'CN=system:kube-scheduler\nO=a\nO=system:b');
    assert.ok(issued.checkPrivateKey(createPrivateKey(key)));
    assert.deepEqual(issued.keyUsage, ['1.3.6.1.5.5.7.3.2']);
  });

  it('a cluster authority gives every certificate a unique serial number', async () => {
    const [one, other] = await Promise.all([
      authority.issueClient({ user: 'a' }),
      authority.issueClient({ user: 'a' }),
    ]);
    assert.notEqual(
      new X509Certificate(one.certificate).serialNumber,
      new X509Certificate(other.certificate).serialNumber,
    );
  });
});
