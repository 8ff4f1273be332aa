import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiObject } from 'cdk8s';
import { parse } from 'yaml';
import { bundle, bundleFiles } from '../../../lib/olm/index.ts';
import { CacheOperator, bundle as words } from './cache-operator.ts';

describe('the files of a bundle', () => {
  it('the files of a bundle have the names that reviewers of catalogs expect', () => {
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
        'children/webcache_webcache-small.yaml',
      ],
    );
  });

  it('the files of a bundle have its content, also for a reader of YAML 1.1', () => {
    const subject = bundle(new CacheOperator());
    const files = bundleFiles(subject);
    const read = (path: string) => parse(files.get(path) ?? '', { version: '1.1' });
    assert.deepEqual(read('manifests/cache-operator.clusterserviceversion.yaml'), subject.clusterServiceVersion);
    assert.deepEqual(read('manifests/example.com_webcaches.yaml'), subject.manifests[0]);
    assert.deepEqual(read('metadata/annotations.yaml'), { annotations: subject.annotations });
  });

  it('the files of a bundle have the same content for readers of all YAML versions, also with ambiguous words', () => {
    const traps = [
      'y',
      'no',
      'on',
      '~',
      'null',
      '0o7',
      '0x1F',
      '1_000',
      '1e3',
      '.5',
      '12:30:45',
      '2026-01-02',
      '<<',
      '=',
    ];
    const properties = traps.map((value) => ({ type: 'example.com.word', value: { [value]: value } }));
    const subject = bundle(
      new CacheOperator({ bundle: { ...words, displayName: 'yes', keywords: traps, properties } }),
    );
    const files = bundleFiles(subject);
    for (const version of ['1.1', '1.2'] as const) {
      const read = (path: string) => parse(files.get(path) ?? '', { version });
      assert.deepEqual(read('manifests/cache-operator.clusterserviceversion.yaml'), subject.clusterServiceVersion);
      assert.deepEqual(read('metadata/properties.yaml'), { properties });
    }
  });

  it('each manifest has its own file, also if names differ only in characters that file names can’t have', () => {
    const operator = new CacheOperator();
    const apiVersion = 'rbac.authorization.k8s.io/v1';
    for (const name of ['cache:reader', 'cache_reader', 'Cache_Reader']) {
      new ApiObject(operator, name, { apiVersion, kind: 'ClusterRole', metadata: { name } });
    }
    const paths = [...bundleFiles(bundle(operator)).keys()].filter((path) => path.includes('cache_reader'));
    assert.deepEqual(paths, [
      'manifests/cache_reader_rbac.authorization.k8s.io_v1_clusterrole.yaml',
      'manifests/cache_reader-2_rbac.authorization.k8s.io_v1_clusterrole.yaml',
      'manifests/cache_reader-3_rbac.authorization.k8s.io_v1_clusterrole.yaml',
    ]);
  });

  it('two definitions of one group and plural have a file each', () => {
    const operator = new CacheOperator();
    for (const name of ['widgets', 'gadgets']) {
      new ApiObject(operator, name, {
        apiVersion: 'apiextensions.k8s.io/v1',
        kind: 'CustomResourceDefinition',
        metadata: { name: `${name}.example.com` },
        spec: {
          group: 'example.com',
          scope: 'Namespaced',
          names: { kind: 'Widget', plural: 'widgets' },
          versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
        },
      });
    }
    const paths = [...bundleFiles(bundle(operator)).keys()].filter((path) => path.includes('widgets'));
    assert.deepEqual(paths, ['manifests/example.com_widgets.yaml', 'manifests/example.com_widgets-2.yaml']);
  });

  it('a bundle has files for dependencies, properties and tests if the operator has them', () => {
    const subject = bundle(
      new CacheOperator({
        bundle: {
          ...words,
          dependencies: [{ label: 'x' }],
          properties: [{ type: 'example.com.edition', value: 'yes' }],
          scorecard: { image: 'example.com/scorecard-test:v1' },
        },
      }),
    );
    const files = bundleFiles(subject);
    const read = (path: string) => parse(files.get(path) ?? '', { version: '1.1' });
    assert.deepEqual(read('metadata/dependencies.yaml'), {
      dependencies: [{ type: 'olm.label', value: { label: 'x' } }],
    });
    assert.deepEqual(read('metadata/properties.yaml'), {
      properties: [{ type: 'example.com.edition', value: 'yes' }],
    });
    assert.deepEqual(read('tests/scorecard/config.yaml'), subject.scorecard);
    assert.match(files.get('bundle.Dockerfile') ?? '', /\nCOPY tests\/scorecard \/tests\/scorecard\/\n$/);
  });

  it('the Dockerfile of a bundle quotes labels, so that image builders read them completely', () => {
    const openshift = { versions: '=v4.18' } as const;
    const text = bundleFiles(bundle(new CacheOperator({ bundle: { ...words, openshift } }))).get('bundle.Dockerfile');
    assert.match(text ?? '', /\nLABEL com\.redhat\.openshift\.versions="=v4\.18"\n/);
  });

  it('the Dockerfile of a bundle labels the image with the annotations, and nothing else', () => {
    const subject = bundle(new CacheOperator());
    const labels = [...(bundleFiles(subject).get('bundle.Dockerfile') ?? '').matchAll(/^LABEL ([^=]+)=(.*)$/gm)];
    assert.deepEqual(Object.fromEntries(labels.map(([, name, value]) => [name, value])), subject.annotations);
  });

  it('the Dockerfile of a bundle copies the directories beside it into an empty image', () => {
    const text = bundleFiles(bundle(new CacheOperator())).get('bundle.Dockerfile') ?? '';
    assert.match(text, /^FROM scratch\n/);
    assert.match(text, /\nCOPY manifests \/manifests\/\nCOPY metadata \/metadata\/\n$/);
  });
});
