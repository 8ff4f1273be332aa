import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { kubeconfig } from '../../../lib/testing/control-plane/kubeconfig.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const props = { server: 'https://127.0.0.1:20001', authority: 'CA', user: 'admin' };

describe('kubeconfig', () => {
  it('a kubeconfig authenticates a user with a certificate, and the server by its authority', () => {
    const config = parse(kubeconfig({ ...props, credential: { certificate: 'CERT', key: 'KEY' } }));
    assert.deepEqual(config.clusters[0].cluster, {
      server: 'https://127.0.0.1:20001',
      'certificate-authority-data': base64('CA'),
    });
    assert.deepEqual(config.users[0], {
      name: 'admin',
      user: { 'client-certificate-data': base64('CERT'), 'client-key-data': base64('KEY') },
    });
  });

  it('a kubeconfig authenticates a ServiceAccount by its token', () => {
    const config = parse(kubeconfig({ ...props, credential: { token: 'abc' } }));
    assert.deepEqual(config.users[0].user, { token: 'abc' });
  });

  it('a kubeconfig points its current context at its only cluster and user', () => {
    const config = parse(kubeconfig({ ...props, credential: { token: 'abc' } }));
    assert.equal(config['current-context'], config.contexts[0].name);
    assert.deepEqual(config.contexts[0].context, { cluster: config.clusters[0].name, user: 'admin' });
  });

  it('a kubeconfig has the given namespace in its context', () => {
    const config = parse(kubeconfig({ ...props, credential: { token: 'abc' }, namespace: 'operators' }));
    assert.equal(config.contexts[0].context.namespace, 'operators');
  });
});
