import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { WebhookCertificates } from '../../../lib/index.ts';
import { guardedOperator, manifestOf } from './guarded-operator.ts';

describe('a certificate of cert-manager', () => {
  const issued = (...issuer: Parameters<typeof WebhookCertificates.certManager>) =>
    guardedOperator({ webhooks: { service: 'guard', certificates: WebhookCertificates.certManager(...issuer) } });

  it('is for the name by which API servers call the Service, and is stored in the mounted Secret', () => {
    const { spec, metadata } = manifestOf(issued(), 'Certificate');
    assert.equal(metadata.namespace, 'vault-operator-system');
    assert.deepEqual(spec, {
      secretName: 'vault-operator-webhook-certificate',
      dnsNames: ['guard.vault-operator-system.svc'],
      issuerRef: { group: 'cert-manager.io', kind: 'Issuer', name: 'vault-operator-webhook' },
      privateKey: { rotationPolicy: 'Always' },
    });
  });

  it('is self-signed, unless there is an issuer for it', () => {
    assert.deepEqual(manifestOf(issued(), 'Issuer', 'vault-operator-webhook').spec, { selfSigned: {} });
    for (const [issuer, kind] of [
      [{ name: 'ca' }, 'Issuer'],
      [{ name: 'ca', kind: 'ClusterIssuer' }, 'ClusterIssuer'],
    ] as const) {
      const operator = issued(issuer);
      const { issuerRef } = manifestOf(operator, 'Certificate').spec as { readonly issuerRef: unknown };
      assert.deepEqual(issuerRef, { group: 'cert-manager.io', kind, name: 'ca' });
      assert.ok(!operator.toJson().some((manifest) => manifest.kind === 'Issuer'));
    }
  });
});
