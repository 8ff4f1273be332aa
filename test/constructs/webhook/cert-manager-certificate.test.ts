import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { WebhookCertificates } from '../../../lib/index.ts';
import { guardedOperator, manifestOf } from './guarded-operator.ts';

describe('a certificate of cert-manager', () => {
  const issued = (...issuer: Parameters<typeof WebhookCertificates.certManager>) =>
    guardedOperator({ webhooks: { service: 'guard', certificates: WebhookCertificates.certManager(...issuer) } });

  it('a Certificate of cert-manager is for the webhook Service’s name, and has the mounted Secret', () => {
    const { spec, metadata } = manifestOf(issued(), 'Certificate');
    assert.equal(metadata.namespace, 'vault-operator-system');
    assert.deepEqual(spec, {
      secretName: 'vault-operator-webhook-certificate',
      commonName: 'vault-operator-webhook',
      dnsNames: ['guard.vault-operator-system.svc'],
      issuerRef: { group: 'cert-manager.io', kind: 'Issuer', name: 'vault-operator-webhook' },
      privateKey: { rotationPolicy: 'Always' },
    });
  });

  it('a Certificate of cert-manager is self-signed, unless the operator names an issuer', () => {
    assert.deepEqual(manifestOf(issued(), 'Issuer', 'vault-operator-webhook').spec, { selfSigned: {} });
    for (const [issuer, kind] of [
      [{ name: 'ca' }, 'Issuer'],
      [{ name: 'ca', kind: 'ClusterIssuer' }, 'ClusterIssuer'],
    ] as const) {
      const operator = issued(issuer);
      const { issuerRef, commonName }: { issuerRef: unknown; commonName?: unknown } = Object(
        manifestOf(operator, 'Certificate').spec,
      );
      assert.deepEqual([issuerRef, commonName], [{ group: 'cert-manager.io', kind, name: 'ca' }, undefined]);
      assert.ok(!operator.toJson().some((manifest) => manifest.kind === 'Issuer'));
    }
  });
});
