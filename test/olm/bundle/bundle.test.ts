import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiObject, App } from 'cdk8s';
import { MemcachedOperator } from '../../../apps/memcached/operator.ts';
import { release } from '../../../apps/memcached/release.ts';
import { type Operator, Sample, ValidatingAdmissionPolicy } from '../../../lib/index.ts';
import { isDeployment, strategyDeployment, withContainers } from '../../../lib/olm/bundle/manifest/deployment.ts';
import type { BundleProps } from '../../../lib/olm/index.ts';
import { BundleError, bundle, bundleFiles } from '../../../lib/olm/index.ts';
import { Cache, CacheOperator, bundle as words } from './cache-operator.ts';

function memcachedOperator(): Operator {
  return new MemcachedOperator(new App(), 'memcached-operator', release);
}

function refusal(operator: Operator): BundleError {
  try {
    bundle(operator);
  } catch (error) {
    assert.ok(BundleError.is(error), String(error));
    return error;
  }
  return assert.fail('the bundle was not refused');
}

describe('the bundle of the memcached operator', () => {
  const manifests = memcachedOperator().toJson();
  const { clusterServiceVersion: release, ...rest } = bundle(memcachedOperator());
  const { spec } = release;

  it('a bundle contains each manifest once: as a file, in the ClusterServiceVersion, or left to OLM to create', () => {
    const files = rest.manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    assert.deepEqual(files, [
      'CustomResourceDefinition memcacheds.cache.example.com',
      'Service memcached-operator-metrics',
      'ClusterRole memcached-operator-memcached-editor-role',
      'ClusterRole memcached-operator-memcached-viewer-role',
      'ClusterRole memcached-operator-metrics-reader',
    ]);
    const folded = manifests
      .map(({ kind, metadata }) => `${kind} ${metadata.name}`)
      .filter((title) => !files.includes(title));
    assert.deepEqual(folded, [
      'Namespace memcached-operator-system',
      'ServiceAccount memcached-operator-controller-manager',
      'ClusterRole memcached-operator-manager-role',
      'ClusterRoleBinding memcached-operator-manager-role',
      'Role memcached-operator-leader-election-role',
      'RoleBinding memcached-operator-leader-election-role',
      'ClusterRole memcached-operator-metrics-auth-role',
      'ClusterRoleBinding memcached-operator-metrics-auth-role',
      'Deployment memcached-operator-controller-manager',
    ]);
  });

  it('a bundle installs the same manifests as without OLM, in any namespace', () => {
    for (const file of rest.manifests) {
      const manifest = manifests.find(
        ({ kind, metadata }) => kind === file.kind && metadata.name === file.metadata.name,
      );
      assert.ok(manifest !== undefined);
      const { namespace, ...metadata } = manifest.metadata;
      assert.deepEqual(file, { ...manifest, metadata });
      assert.ok(namespace === undefined || namespace === 'memcached-operator-system');
    }
  });

  it('a bundle runs the same manager as without OLM, except for the images of its children', () => {
    const deployment = manifests.find(isDeployment);
    assert.ok(deployment !== undefined);
    const env = [{ name: 'RELATED_IMAGE_MEMCACHED', value: 'memcached:1.6.39-alpine' }];
    assert.deepEqual(spec.install.spec.deployments, [
      strategyDeployment(withContainers(deployment, (container) => ({ ...container, env }))),
    ]);
  });

  it('a bundle gives the manager the same rights as without OLM', () => {
    const rulesOf = (kind: string, ...roles: string[]) =>
      roles.flatMap((name) => manifests.find((each) => each.kind === kind && each.metadata.name === name)?.rules);
    const serviceAccountName = 'memcached-operator-controller-manager';
    assert.deepEqual(spec.install.spec.clusterPermissions, [
      {
        serviceAccountName,
        rules: rulesOf('ClusterRole', 'memcached-operator-manager-role', 'memcached-operator-metrics-auth-role'),
      },
    ]);
    assert.deepEqual(spec.install.spec.permissions, [
      { serviceAccountName, rules: rulesOf('Role', 'memcached-operator-leader-election-role') },
    ]);
  });

  it('a bundle describes a kind as its definition does', () => {
    assert.deepEqual(spec.customresourcedefinitions.owned, [
      {
        name: 'memcacheds.cache.example.com',
        version: 'v1alpha1',
        kind: 'Memcached',
        displayName: 'Memcached',
        description: 'A group of memcached servers.',
        resources: [
          { name: '', kind: 'Deployment', version: 'v1' },
          { name: '', kind: 'Pod', version: 'v1' },
        ],
        specDescriptors: [
          {
            path: 'size',
            displayName: 'Size',
            description: 'Number of memcached pods.',
            'x-descriptors': ['urn:alm:descriptor:com.tectonic.ui:podCount'],
          },
        ],
        statusDescriptors: [
          {
            path: 'conditions',
            displayName: 'Conditions',
            description: 'The state of the resource, one condition per aspect.',
            'x-descriptors': ['urn:alm:descriptor:io.kubernetes.conditions'],
          },
          { path: 'nodes', displayName: 'Nodes', description: 'Names of the memcached pods.' },
          {
            path: 'observedGeneration',
            displayName: 'Observed Generation',
            description: 'The generation of the spec that was observed last.',
            'x-descriptors': ['urn:alm:descriptor:text'],
          },
        ],
      },
    ]);
  });

  it('a bundle names the image of the manager and the image that the sample starts', () => {
    assert.deepEqual(spec.relatedImages, [
      { name: 'manager', image: 'example.com/operators/memcached-operator:0.1.0' },
      { name: 'memcached', image: 'memcached:1.6.39-alpine' },
    ]);
  });

  it('a bundle shows the samples of the operator', () => {
    assert.deepEqual(
      JSON.parse(release.metadata.annotations?.['alm-examples'] ?? ''),
      memcachedOperator().samples?.toJson(),
    );
  });
});

describe('a bundle', () => {
  it('the files of a bundle have the same bytes each time', () => {
    assert.deepEqual(bundleFiles(bundle(new CacheOperator())), bundleFiles(bundle(new CacheOperator())));
  });

  it('a bundle states when it was created only if the time is given', () => {
    const annotations = (createdAt?: Date) =>
      bundle(new CacheOperator(), createdAt && { createdAt }).clusterServiceVersion.metadata.annotations;
    assert.equal(annotations()?.createdAt, undefined);
    assert.equal(annotations(new Date('2026-01-02T03:04:05.678Z'))?.createdAt, '2026-01-02T03:04:05Z');
  });

  it('a bundle shows samples without their namespace, so that consoles create them in any', () => {
    const operator = new CacheOperator();
    new Sample(operator, 'Placed', { of: Cache, metadata: { namespace: 'production' }, spec: {} });
    const { clusterServiceVersion, renders } = bundle(operator);
    const shown: { metadata: object }[] = JSON.parse(
      clusterServiceVersion.metadata.annotations?.['alm-examples'] ?? '',
    );
    assert.deepEqual(
      [...shown, ...renders.map(({ sample }) => sample)].map(({ metadata }) => metadata),
      [
        { name: 'webcache-small' },
        { name: 'webcache-placed' },
        { name: 'webcache-small' },
        { name: 'webcache-placed' },
      ],
    );
  });

  it('a bundle names the initial sample for consoles', () => {
    const operator = new CacheOperator();
    const initial = () => {
      const { annotations = {} } = bundle(operator).clusterServiceVersion.metadata;
      return annotations['operatorframework.io/initialization-resource'];
    };
    assert.equal(initial(), undefined);
    new Sample(operator, 'First', { of: Cache, spec: { size: 2 }, isInitial: true });
    assert.deepEqual(JSON.parse(initial() ?? ''), {
      apiVersion: 'example.com/v1',
      kind: 'WebCache',
      metadata: { name: 'webcache-first' },
      spec: { size: 2 },
    });
  });

  it('a bundle with omitsFieldDescriptions describes no fields, neither in definitions nor for consoles', () => {
    const described = (bundleProps: Partial<BundleProps>) => {
      const operator = new CacheOperator({ bundle: { ...words, ...bundleProps } });
      const { manifests, clusterServiceVersion } = bundle(operator);
      const [definition] = manifests;
      return [definition, clusterServiceVersion.spec.customresourcedefinitions].map((part) =>
        JSON.stringify(part).includes('one condition per aspect'),
      );
    };
    assert.deepEqual(described({}), [true, true]);
    assert.deepEqual(described({ omitsFieldDescriptions: true }), [false, false]);
  });

  it('a bundle with includesMonitor contains a ServiceMonitor without a namespace', () => {
    const monitors = (bundleProps: Partial<BundleProps>) =>
      bundle(new CacheOperator({ bundle: { ...words, ...bundleProps } }))
        .manifests.filter(({ kind }) => kind === 'ServiceMonitor')
        .map(({ metadata }) => [metadata.name, metadata.namespace]);
    assert.deepEqual(monitors({}), []);
    assert.deepEqual(monitors({ includesMonitor: true }), [['cache-operator-metrics', undefined]]);
  });

  it('a bundle names each image by digest if there is an image lock', () => {
    const images = ['cache-operator:1.2.3', 'cache:1', 'warm-up:1'].map((image) => `example.com/${image}`);
    const imageLock = Object.fromEntries(images.map((image) => [image, `sha256:${'0'.repeat(64)}`]));
    const { metadata, spec } = bundle(new CacheOperator({ bundle: { ...words, imageLock } })).clusterServiceVersion;
    const pinned = `example.com/cache-operator@sha256:${'0'.repeat(64)}`;
    assert.equal(metadata.annotations?.containerImage, pinned);
    assert.ok(spec.relatedImages.every(({ image }) => image.includes('@sha256:')));
    assert.ok(JSON.stringify(spec.install.spec.deployments).includes(`"image":"${pinned}"`));
  });

  it('a bundle names each image of a sample once, those of init containers too', () => {
    assert.deepEqual(bundle(new CacheOperator()).clusterServiceVersion.spec.relatedImages, [
      { name: 'manager', image: 'example.com/cache-operator:1.2.3' },
      { name: 'cache', image: 'example.com/cache:1' },
      { name: 'warm-up', image: 'example.com/warm-up:1' },
    ]);
  });

  it('a bundle is refused with a finding for each construct that it can’t express', () => {
    const operator = new CacheOperator({ version: '1.2.3-RC.1' });
    new Sample(operator, 'Broken', { of: Cache, spec: { image: 'broken' } });
    new ApiObject(operator.ensureSamples(), 'Password', {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'password' },
    });
    new ApiObject(operator, 'Agent', { apiVersion: 'apps/v1', kind: 'DaemonSet', metadata: { name: 'agent' } });
    operator.node
      .findChild('Manager')
      .node.findAll()
      .filter(ApiObject.isApiObject)
      .at(-1)
      ?.metadata.addAnnotation('a', 'b');
    const name = 'system:auth-delegator';
    new ApiObject(operator, 'Delegator', {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRoleBinding',
      metadata: { name },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name },
      subjects: [{ kind: 'ServiceAccount', name: 'cache-operator-controller-manager', namespace: operator.namespace }],
    });
    assert.deepEqual(
      refusal(operator).findings.map(({ path, what }) => `${path}: ${what}`),
      [
        "cache-operator: the release can't be named cache-operator.v1.2.3-RC.1",
        "cache-operator/Agent: DaemonSet agent can't be in a bundle",
        'cache-operator/Manager/Deployment: the annotations of Deployment cache-operator-controller-manager (a) would be lost',
        `cache-operator/Delegator: ClusterRoleBinding ${name} can't be folded into permissions`,
        "cache-operator-samples/Password: Secret password can't be an example",
        "cache-operator-samples/Broken: WebCache webcache-broken can't be rendered",
      ],
    );
  });

  it('a bundle is refused once for an admission policy, whose rules would be lost silently', () => {
    const operator = new CacheOperator();
    new ValidatingAdmissionPolicy(operator, 'Approved', { for: Cache, rules: [{ rule: "self.spec.image != ''" }] });
    assert.deepEqual(
      refusal(operator).findings.map(({ path, what }) => `${path}: ${what}`),
      ["cache-operator/Approved: ValidatingAdmissionPolicy cache-operator-approved can't be in a bundle"],
    );
  });

  it('the error of a refused bundle contains the reason and the remedy', () => {
    const operator = new CacheOperator();
    new ApiObject(operator, 'Agent', { apiVersion: 'apps/v1', kind: 'DaemonSet', metadata: { name: 'agent' } });
    const { code, message } = refusal(operator);
    assert.equal(code, 'bundle-refused');
    assert.equal(
      message,
      [
        "can't bundle operator cache-operator:",
        "  [cache-operator/Agent] DaemonSet agent can't be in a bundle: OLM runs an operator only as Deployments; " +
          'let a controller own it, which creates it when the operator runs',
      ].join('\n'),
    );
  });

  it('a bundle is refused for an operator without a description', () => {
    const operator = new MemcachedOperator(new App(), 'memcached-operator', {
      version: '1.0.0',
      image: 'example.com/x:1',
    });
    assert.match(refusal(operator).message, /\[memcached-operator\] .* give it `bundle` props$/);
  });

  for (const version of ['1.0.0-RC1', `1.0.0-${'a'.repeat(63)}`]) {
    it(`a bundle is refused for version ${version}, which can’t be part of a name`, () => {
      assert.match(
        refusal(new CacheOperator({ version })).message,
        /the release can't be named cache-operator\.v1\.0\.0-/,
      );
    });
  }
});
