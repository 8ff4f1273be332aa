import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { webhookServerFindings } from '../../../lib/constructs/webhook/webhook-server-finding.ts';
import { WebhookCertificates } from '../../../lib/index.ts';
import { authority } from './authority.ts';
import { emptyOperator, findingsOf } from './guarded-operator.ts';

describe('what is said of a webhook server', () => {
  it('may be nothing, or anything that there can be', () => {
    assert.deepEqual(webhookServerFindings({}), []);
    for (const certificates of [
      WebhookCertificates.selfIssued(),
      WebhookCertificates.certManager(),
      WebhookCertificates.certManager({ name: 'ca.example.com', kind: 'ClusterIssuer' }),
      WebhookCertificates.secret('vault-tls', authority),
      WebhookCertificates.secret('vault-tls', `Our authorities:\n${authority}\n${authority}`),
    ]) {
      assert.deepEqual(webhookServerFindings({ service: 'guard', certificates }), []);
    }
  });

  it('names a Service that there can be', () => {
    for (const service of ['', 'Guard', '1-guard', 'guard-', 'a'.repeat(64)]) {
      assert.deepEqual(webhookServerFindings({ service }), [
        `webhooks.service '${service}' is no name of a Service: use at most 63 lower-case letters, digits and '-' after a letter`,
      ]);
    }
  });

  it('names an issuer and a Secret that there can be', () => {
    assert.deepEqual(webhookServerFindings({ certificates: WebhookCertificates.certManager({ name: 'CA' }) }), [
      "webhooks.certificates.issuer.name 'CA' is no name: use lower-case letters, digits, '-' and '.', at most 253",
    ]);
    assert.deepEqual(webhookServerFindings({ certificates: WebhookCertificates.secret('', authority) }), [
      "webhooks.certificates.name '' is no name: use lower-case letters, digits, '-' and '.', at most 253",
    ]);
  });

  for (const [sort, text] of [
    ['a path', '/etc/ca.crt'],
    ['base64', Buffer.from(authority).toString('base64')],
    ['a torn certificate', authority.replace(/\n[^\n]*\n-----END/, '\n-----END')],
    ['a good certificate and a torn one', authority + authority.replace(/\n[^\n]*\n-----END/, '\n-----END')],
  ] as const) {
    it(`takes ${sort} for no authority`, () => {
      assert.deepEqual(webhookServerFindings({ certificates: WebhookCertificates.secret('vault-tls', text) }), [
        'webhooks.certificates.authority is no PEM of certificates: give the text of a file such as ca.crt, from -----BEGIN CERTIFICATE----- on',
      ]);
    });
  }

  it('has no private key in it', () => {
    const pem = `${authority}-----BEGIN EC PRIVATE KEY-----\n`;
    assert.match(
      webhookServerFindings({ certificates: WebhookCertificates.secret('vault-tls', pem) }).join(),
      /^webhooks\.certificates\.authority has a private key in it, /,
    );
  });

  it('is told of the operator that says it, whether it has webhooks or not', () => {
    assert.equal(findingsOf(emptyOperator({ webhooks: { service: 'Guard' } })).length, 1);
  });
});
