import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withServingCertificate } from '../../../../lib/olm/bundle/webhook/serving-certificate.ts';

const directory = '/tmp/k8s-webhook-server/serving-certs';

function deployment(spec: object) {
  const template = { metadata: { labels: { app: 'manager' } }, spec };
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'manager' }, spec: { replicas: 2, template } };
}

describe('a manager’s Deployment with a certificate of OLM', () => {
  it('reads it, and has no volume in its place', () => {
    const manager = { name: 'manager', image: 'example.com/vault:1' };
    const args = ['run', `--webhook-cert-dir=${directory}`];
    const given = deployment({
      serviceAccountName: 'manager',
      containers: [{ ...manager, args, volumeMounts: [{ name: 'certificate', mountPath: directory }] }],
      volumes: [{ name: 'certificate', secret: { secretName: 'vault-tls' } }],
    });
    const wanted = deployment({ serviceAccountName: 'manager', containers: [{ ...manager, args }] });
    assert.deepEqual(withServingCertificate(given), wanted);
    assert.deepEqual(withServingCertificate(wanted), wanted);
  });

  it('keeps its other mounts and containers', () => {
    const cache = { name: 'cache', mountPath: '/cache' };
    const given = deployment({
      containers: [
        { name: 'manager', volumeMounts: [cache, { name: 'certificate', mountPath: directory }] },
        { name: 'proxy', args: ['serve'], volumeMounts: [cache] },
      ],
      volumes: [{ name: 'certificate' }, { name: 'cache', emptyDir: {} }],
    });
    const wanted = deployment({
      containers: [
        { name: 'manager', args: [`--webhook-cert-dir=${directory}`], volumeMounts: [cache] },
        { name: 'proxy', args: ['serve'], volumeMounts: [cache] },
      ],
      volumes: [{ name: 'cache', emptyDir: {} }],
    });
    assert.deepEqual(withServingCertificate(given), wanted);
  });
});
