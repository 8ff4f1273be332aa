import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { webhookServerFindings } from '../../../lib/constructs/webhook/webhook-server-finding.ts';
import type { WebhookServerProps } from '../../../lib/constructs/webhook/webhook-server-props.ts';
import { WebhookCertificates } from '../../../lib/index.ts';
import { authority } from './authority.ts';
import { emptyOperator, findingsOf, guardedOperator } from './guarded-operator.ts';

/** Returns the findings about a required server. */
const findings = (props: WebhookServerProps) => [...webhookServerFindings(props, { isNeeded: true })];

describe('the settings of a webhook server', () => {
  it('a webhook server is accepted without settings, and with any valid names', () => {
    assert.deepEqual(findings({}), []);
    for (const certificates of [
      WebhookCertificates.selfIssued(),
      WebhookCertificates.certManager(),
      WebhookCertificates.certManager({ name: 'ca.example.com', kind: 'ClusterIssuer' }),
      WebhookCertificates.secret('vault-tls', authority),
      WebhookCertificates.secret('vault-tls', `Our authorities:\n${authority}\n${authority}`),
    ]) {
      assert.deepEqual(findings({ service: 'guard', certificates }), []);
    }
  });

  it('a webhook server is refused for an invalid name of its Service', () => {
    for (const service of ['', 'Guard', '1-guard', 'guard-', 'a'.repeat(64)]) {
      assert.deepEqual(findings({ service }), [
        `webhooks.service '${service}' is not a valid name of a Service: use at most 63 lower-case letters, digits and '-' after a letter`,
      ]);
    }
  });

  it('a webhook server is refused for an invalid name of an issuer or Secret', () => {
    assert.deepEqual(findings({ certificates: WebhookCertificates.certManager({ name: 'CA' }) }), [
      "webhooks.certificates.issuer.name 'CA' is not a valid name: use lower-case letters, digits, '-' and '.', at most 253",
    ]);
    assert.deepEqual(findings({ certificates: WebhookCertificates.secret('', authority) }), [
      "webhooks.certificates.name '' is not a valid name: use lower-case letters, digits, '-' and '.', at most 253",
    ]);
  });

  for (const [sort, text] of [
    ['a path', '/etc/ca.crt'],
    ['base64', Buffer.from(authority).toString('base64')],
    ['an incomplete certificate', authority.replace(/\n[^\n]*\n-----END/, '\n-----END')],
    ['a complete certificate and an incomplete one', authority + authority.replace(/\n[^\n]*\n-----END/, '\n-----END')],
  ] as const) {
    it(`a webhook server is refused for ${sort} as an authority`, () => {
      assert.deepEqual(findings({ certificates: WebhookCertificates.secret('vault-tls', text) }), [
        'webhooks.certificates.authority is not PEM of certificates: give the text of a file such as ca.crt, from -----BEGIN CERTIFICATE----- on',
      ]);
    });
  }

  it('a webhook server is refused for a private key in the authority', () => {
    const pem = `${authority}-----BEGIN EC PRIVATE KEY-----\n`;
    assert.match(
      findings({ certificates: WebhookCertificates.secret('vault-tls', pem) }).join(),
      /^webhooks\.certificates\.authority contains a private key, /,
    );
  });

  it('the settings of a webhook server are validated even without webhooks', () => {
    assert.equal(findingsOf(emptyOperator({ webhooks: { service: 'Guard' } })).length, 1);
  });

  it('the certificates of a webhook server that isn’t needed are refused', () => {
    const certificates = WebhookCertificates.certManager();
    const finding =
      '[vault-operator/Webhooks] webhooks.certificates has no effect, since the operator has neither a webhook nor a kind in several versions: leave it out, or construct a webhook';
    assert.deepEqual(findingsOf(emptyOperator({ webhooks: { certificates } })), [finding]);
    assert.deepEqual(findingsOf(guardedOperator({ webhooks: { certificates } })), []);
  });
});
