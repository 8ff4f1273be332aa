import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { secretKind } from '../../../lib/api/index.ts';
import { certificateTexts } from '../../../lib/certificate/index.ts';
import { isAlreadyExists, isConflict } from '../../../lib/client/index.ts';
import { writeCertificateTexts } from '../../../lib/runtime/certificate/certificate-secret.ts';
import { ObservedCluster } from '../observed-cluster.ts';

const key = { namespace: 'books', name: 'books-webhook-certificate' };
const place = { key, labels: { 'app.kubernetes.io/part-of': 'books' } };
const texts = { 'ca.crt': 'bundle', 'ca.key': 'key', 'tls.crt': 'certificate', 'tls.key': 'other key' };
const { signal } = new AbortController();

describe('the Secret of the certificates', () => {
  it('certificateTexts returns the certificates that were written to the Secret', async () => {
    const client = (await ObservedCluster.start({ namespaces: ['books'] })).client();
    const made = await writeCertificateTexts(client, place, { before: undefined, texts }, signal);
    assert.deepEqual(certificateTexts(made), texts);
    const changed = await writeCertificateTexts(
      client,
      place,
      { before: made, texts: { ...texts, 'tls.crt': 'next' } },
      signal,
    );
    assert.deepEqual(certificateTexts(changed), { ...texts, 'tls.crt': 'next' });
    assert.deepEqual(certificateTexts(undefined), {});
  });

  it('a write of the certificates doesn’t overwrite a later write of another actor', async () => {
    const server = await ObservedCluster.start({ namespaces: ['books'] });
    const client = server.client();
    const made = await writeCertificateTexts(client, place, { before: undefined, texts }, signal);
    await assert.rejects(writeCertificateTexts(client, place, { before: undefined, texts }, signal), isAlreadyExists);
    await server.edit(secretKind, {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { ...key, labels: { touched: 'yes' } },
    });
    await assert.rejects(writeCertificateTexts(client, place, { before: made, texts }, signal), isConflict);
  });
});
