import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { StoredObject } from '../../../lib/api/index.ts';
import { registrationPatch } from '../../../lib/runtime/certificate/registration.ts';

const service = { namespace: 'books', name: 'books-webhook', port: 443 };
const bundle = 'PEM\n';
const caBundle = 'UEVNCg==';

function configuration(...clientConfigs: object[]): StoredObject {
  const metadata = { name: 'books', uid: '1', resourceVersion: '7', creationTimestamp: '2030-01-01T00:00:00Z' };
  const webhooks = clientConfigs.map((clientConfig, index) => ({ name: `${index}.books.io`, clientConfig }));
  return { apiVersion: 'admissionregistration.k8s.io/v1', kind: 'ValidatingWebhookConfiguration', metadata, webhooks };
}

function definition(conversion: object): StoredObject {
  const { metadata } = configuration();
  return { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata, spec: { conversion } };
}

const version = { op: 'replace', path: '/metadata/resourceVersion', value: '7' };

describe('the patch of a registration', () => {
  it('the patch of a registration is empty if nothing differs', () => {
    const own = { service: { ...service, path: '/validate/a' }, caBundle };
    assert.deepEqual(registrationPatch(configuration(own), { bundle, service }), []);
    const url = { url: 'https://127.0.0.1:9443/validate/a', caBundle };
    assert.deepEqual(registrationPatch(configuration(url), { bundle, service, url: 'https://127.0.0.1:9443' }), []);
  });

  it('adds the authorities to each webhook without them, bound to the version that was read', () => {
    const [bare, done] = [{ service: { ...service, path: '/a' } }, { service: { ...service, path: '/b' }, caBundle }];
    assert.deepEqual(registrationPatch(configuration(done, bare), { bundle, service }), [
      version,
      { op: 'replace', path: '/webhooks/1/clientConfig', value: { ...bare, caBundle } },
    ]);
  });

  it('adds the authorities to a conversion, and nothing to kinds without one', () => {
    const clientConfig = { service: { ...service, path: '/convert' } };
    const converted = definition({ strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions: ['v1'] } });
    assert.deepEqual(registrationPatch(converted, { bundle, service }), [
      version,
      { op: 'replace', path: '/spec/conversion/webhook/clientConfig', value: { ...clientConfig, caBundle } },
    ]);
    assert.deepEqual(registrationPatch(definition({ strategy: 'None' }), { bundle, service }), []);
  });

  it('replaces the Service by a URL and the URL by the Service, and keeps the path', () => {
    const own = { service: { ...service, path: '/validate/a' }, caBundle };
    const url = { url: 'https://127.0.0.1:9443/validate/a', caBundle };
    const path = '/webhooks/0/clientConfig';
    assert.deepEqual(registrationPatch(configuration(own), { bundle, service, url: 'https://127.0.0.1:9443' }), [
      version,
      { op: 'replace', path, value: url },
    ]);
    assert.deepEqual(registrationPatch(configuration(url), { bundle, service }), [
      version,
      { op: 'replace', path, value: own },
    ]);
  });

  it('the patch of a registration doesn’t change a Service of another name', () => {
    const other = { service: { ...service, name: 'renamed-webhook', path: '/a' }, caBundle };
    assert.deepEqual(registrationPatch(configuration(other), { bundle, service }), []);
  });

  it('a URL that API servers accept and Node.js can’t parse is replaced by the Service, and keeps its path', () => {
    const own = { service: { ...service, path: '/validate/a' }, caBundle };
    for (const host of ['127.0.0.1:99999', '[fe80::1%25eth0]:9443'])
      assert.deepEqual(registrationPatch(configuration({ url: `https://${host}/validate/a` }), { bundle, service }), [
        version,
        { op: 'replace', path: '/webhooks/0/clientConfig', value: own },
      ]);
  });

  it('names the Service to which a URL leads, and restores the operator’s own Service afterwards', () => {
    const own = { service: { ...service, path: '/a' }, caBundle };
    const tunnel = { service: { name: 'operand-dev-1', namespace: 'books', path: '/a', port: 443 }, caBundle };
    const path = '/webhooks/0/clientConfig';
    const url = 'https://operand-dev-1.books.svc:443';
    assert.deepEqual(registrationPatch(configuration(own), { bundle, service, url }), [
      version,
      { op: 'replace', path, value: tunnel },
    ]);
    assert.deepEqual(registrationPatch(configuration(tunnel), { bundle, service, url }), []);
    assert.deepEqual(registrationPatch(configuration(tunnel), { bundle, service }), [
      version,
      { op: 'replace', path, value: own },
    ]);
  });
});
