import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiObject } from 'cdk8s';
import { parse } from 'yaml';
import { bundle, bundleFiles } from '../../lib/olm/index.ts';
import { CacheOperator } from './cache-operator.ts';

describe('the files of a bundle', () => {
  it('are named as reviewers of catalogs know them', () => {
    const operator = new CacheOperator();
    const apiVersion = 'rbac.authorization.k8s.io/v1';
    new ApiObject(operator, 'Colon', { apiVersion, kind: 'ClusterRole', metadata: { name: 'cache:reader' } });
    assert.deepEqual(
      [...bundleFiles(bundle(operator)).keys()],
      [
        'manifests/cache-operator.clusterserviceversion.yaml',
        'manifests/example.com_webcaches.yaml',
        'manifests/cache-operator-metrics_v1_service.yaml',
        'manifests/cache-operator-webcache-editor-role_rbac.authorization.k8s.io_v1_clusterrole.yaml',
        'manifests/cache-operator-webcache-viewer-role_rbac.authorization.k8s.io_v1_clusterrole.yaml',
        'manifests/cache-operator-metrics-reader_rbac.authorization.k8s.io_v1_clusterrole.yaml',
        'manifests/cache_reader_rbac.authorization.k8s.io_v1_clusterrole.yaml',
        'metadata/annotations.yaml',
        'bundle.Dockerfile',
      ],
    );
  });

  it('hold what the bundle holds, for a reader of YAML 1.1 too', () => {
    const subject = bundle(new CacheOperator());
    const files = bundleFiles(subject);
    const read = (path: string) => parse(files.get(path) ?? '', { version: '1.1' });
    assert.deepEqual(read('manifests/cache-operator.clusterserviceversion.yaml'), subject.clusterServiceVersion);
    assert.deepEqual(read('manifests/example.com_webcaches.yaml'), subject.manifests[0]);
    assert.deepEqual(read('metadata/annotations.yaml'), { annotations: subject.annotations });
  });

  it('label the image with the annotations, and nothing else', () => {
    const subject = bundle(new CacheOperator());
    const labels = [...(bundleFiles(subject).get('bundle.Dockerfile') ?? '').matchAll(/^LABEL ([^=]+)=(.*)$/gm)];
    assert.deepEqual(Object.fromEntries(labels.map(([, name, value]) => [name, value])), subject.annotations);
  });

  it('are copied into the image from beside the Dockerfile', () => {
    const text = bundleFiles(bundle(new CacheOperator())).get('bundle.Dockerfile') ?? '';
    assert.match(text, /^FROM scratch\n/);
    assert.match(text, /\nCOPY manifests \/manifests\/\nCOPY metadata \/metadata\/\n$/);
  });
});
