// Additions by authors to an operator, and the result: a bundle that no tool rejects, or one finding that says where,
// why and what to do. Nothing is dropped, and nothing throws.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiObject } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { type OperatorProps, Sample, ValidatingWebhook } from '../../../lib/index.ts';
import type { BundleProps } from '../../../lib/olm/index.ts';
import { audiences, BundleContent, BundleError, bundle, bundleFiles, validate } from '../../../lib/olm/index.ts';
import { Cache, CacheOperator, bundle as words } from './cache-operator.ts';

const icon = { base64: 'R0lGODlh', mediaType: 'image/gif' } as const;
const published = { ...words, icon, links: [{ name: 'Source', url: 'https://example.com' }] };

const labels = { app: 'helper' };
const container = {
  name: 'helper',
  image: 'example.com/helper:1',
  resources: { requests: { cpu: k8s.Quantity.fromString('10m') } },
};
const template = { metadata: { labels }, spec: { containers: [container] } };
const metadata = { name: 'helper' };
const selector = { matchLabels: labels };

type Added = (operator: CacheOperator) => unknown;

function operatorWith(added: Added, props: Partial<OperatorProps> = {}): CacheOperator {
  const operator = new CacheOperator({ bundle: published, ...props });
  added(operator);
  return operator;
}

const anyObject =
  (manifest: { readonly apiVersion: string; readonly kind: string } & Record<string, unknown>): Added =>
  (operator) =>
    new ApiObject(operator, 'Helper', { metadata, ...manifest });

function helperOn(operator: CacheOperator, volume: Omit<k8s.Volume, 'name'>): k8s.KubeDeployment {
  const spec = {
    containers: [{ ...container, volumeMounts: [{ name: 'data', mountPath: '/data' }] }],
    volumes: [{ name: 'data', ...volume }],
  };
  return new k8s.KubeDeployment(operator, 'Helper', { metadata, spec: { selector, template: { ...template, spec } } });
}

/** The errors of a bundle, for all audiences. */
function errorsOf(operator: CacheOperator): string[] {
  const files = [...bundleFiles(bundle(operator))].map(([path, text]) => [path, Buffer.from(text)] as const);
  return validate(new BundleContent(new Map(files)), { audiences })
    .filter(({ severity }) => severity === 'error')
    .map(({ rule, what }) => `${rule}: ${what}`);
}

describe('an operator with further constructs', () => {
  const accepted: Readonly<Record<string, Added>> = {
    'a Deployment': (operator) =>
      new k8s.KubeDeployment(operator, 'Helper', { metadata, spec: { selector, template } }),
    'a Deployment on a claim': (operator) => helperOn(operator, { persistentVolumeClaim: { claimName: 'data' } }),
    'a Deployment on a path of its node': (operator) => helperOn(operator, { hostPath: { path: '/var/lib/helper' } }),
    'a ConfigMap': (operator) => new k8s.KubeConfigMap(operator, 'Helper', { metadata, data: { answer: 'yes' } }),
    'a Secret': (operator) => new k8s.KubeSecret(operator, 'Helper', { metadata, stringData: { answer: 'no' } }),
    'a role for its users': (operator) =>
      new k8s.KubeClusterRole(operator, 'Helper', {
        metadata,
        rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }],
      }),
    'a webhook for some objects': (operator) =>
      new ValidatingWebhook(operator, 'Rules', {
        for: Cache,
        objectSelector: { matchLabels: labels },
        validate: () => [],
      }),
  };

  for (const [title, added] of Object.entries(accepted)) {
    it(`an operator with ${title} becomes a bundle that no tool rejects`, () => {
      assert.deepEqual(errorsOf(operatorWith(added)), []);
    });
  }

  const refused: Readonly<Record<string, readonly [added: Added, finding: RegExp]>> = {
    'a DaemonSet': [
      (operator) => new k8s.KubeDaemonSet(operator, 'Helper', { metadata, spec: { selector, template } }),
      /^\[cache-operator\/Helper] DaemonSet helper can't be in a bundle: .*; let a controller own it/,
    ],
    'a StatefulSet': [
      (operator) =>
        new k8s.KubeStatefulSet(operator, 'Helper', { metadata, spec: { selector, template, serviceName: 'helper' } }),
      /^\[cache-operator\/Helper] StatefulSet helper can't be in a bundle: .*; let a controller own it/,
    ],
    'a Job': [
      (operator) => new k8s.KubeJob(operator, 'Helper', { metadata, spec: { template } }),
      /^\[cache-operator\/Helper] Job helper can't be in a bundle: .*; let a controller own it/,
    ],
    'a volume claim': [
      (operator) => new k8s.KubePersistentVolumeClaim(operator, 'Helper', { metadata, spec: {} }),
      /^\[cache-operator\/Helper] PersistentVolumeClaim helper can't be in a bundle: .*; let a controller own it/,
    ],
    'another namespace': [
      (operator) => new k8s.KubeNamespace(operator, 'Helper', { metadata }),
      /^\[cache-operator\/Helper] Namespace helper can't be in a bundle: .*; leave it out of this chart$/,
    ],
    'a Service elsewhere': [
      (operator) => new k8s.KubeService(operator, 'Helper', { metadata: { name: 'helper', namespace: 'other' } }),
      /^\[cache-operator\/Helper] Service helper can't be in a bundle: .*; leave its namespace out, or /,
    ],
    'a resource of its own kind': [
      (operator) => new Cache(operator, 'Helper', { metadata, spec: {} }),
      /^\[cache-operator\/Helper] WebCache helper can't be in a bundle: .*; make it a Sample/,
    ],
    'two objects of one name': [
      (operator) => ['Helper', 'Twin'].map((id) => new k8s.KubeConfigMap(operator, id, { metadata })),
      /^\[cache-operator\/Helper] ConfigMap helper occurs twice: .*; give one of the two another name$/,
    ],
    'two samples of one name in two namespaces': [
      (operator) =>
        ['One', 'Two'].map((id) => {
          const namespace = id.toLowerCase();
          return new Sample(operator, id, { of: Cache, metadata: { name: 'helper', namespace }, spec: {} });
        }),
      /^\[cache-operator-samples\/One] WebCache helper is the name of two examples: .*; give one of the two another name$/,
    ],
    'a list of objects': [
      anyObject({ apiVersion: 'v1', kind: 'List', items: [] }),
      /^\[cache-operator\/Helper] List helper can't be in a bundle/,
    ],
    'a Deployment of nothing': [
      anyObject({ apiVersion: 'apps/v1', kind: 'Deployment' }),
      /^\[cache-operator\/Helper] Deployment helper lacks spec\.template\.spec: .*; write spec\.template\.spec$/,
    ],
    'a definition of nothing': [
      anyObject({ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' }),
      /^\[cache-operator\/Helper] CustomResourceDefinition helper lacks spec\.group and .*; write spec\.group and .*$/,
    ],
    'a binding of nothing': [
      anyObject({ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRoleBinding' }),
      /^\[cache-operator\/Helper] ClusterRoleBinding helper lacks roleRef\.kind and roleRef\.name: .*; write roleRef\.kind and roleRef\.name$/,
    ],
    'a webhook for some namespaces': [
      (operator) => new ValidatingWebhook(operator, 'Rules', { for: Cache, namespaceSelector: {}, validate: () => [] }),
      /^\[cache-operator\/Webhooks\/Validating] webhook .* can't be in a bundle: .*; leave namespaceSelector out/,
    ],
  };

  for (const [title, [added, finding]] of Object.entries(refused)) {
    it(`an operator with ${title} is refused by one finding with place, reason and remedy`, () => {
      assert.match(onlyFinding(operatorWith(added)), finding);
    });
  }
});

describe('the description of an operator', () => {
  const accepted: readonly Partial<BundleProps>[] = [
    { installModes: ['OwnNamespace'] },
    { installModes: ['OwnNamespace', 'SingleNamespace', 'MultiNamespace', 'AllNamespaces'] },
    { properties: [{ type: 'example.com.edition', value: { words: ['yes', null, 1] } }] },
    { description: `# Über uns\n\n${'Größe — 日本語 🚀\u0085\u2028 '.repeat(9)}\r\n\ttab\u0000\u0007` },
    { displayName: '缓存 🚀 "quoted"', keywords: ['ключ', '鍵', '~', 'null'] },
    { channels: ['yes', '1.20', 'on'] },
    { openshift: {}, scorecard: { image: 'example.com/scorecard:1' } },
    { deletesResources: true, internalKinds: [Cache] },
  ];
  for (const said of accepted) {
    it(`no tool rejects a bundle with the description ${JSON.stringify(said).slice(0, 60)}`, () => {
      assert.deepEqual(errorsOf(new CacheOperator({ bundle: { ...published, ...said } })), []);
    });
  }

  const digest = `sha256:${'0'.repeat(64)}`;
  const [own, warmUp, cache] = ['cache-operator:1.2.3', 'warm-up:1', 'cache:1'].map((name) => `example.com/${name}`);
  const locked = { [`${own}`]: digest, [`${warmUp}`]: digest };

  it('an image lock with more images than the operator’s is accepted: several operators may share one', () => {
    const imageLock = { ...locked, [`${cache}`]: digest, 'example.com/other:1': digest };
    assert.deepEqual(errorsOf(new CacheOperator({ bundle: { ...published, imageLock } })), []);
  });

  it('an image lock that lacks an image of the operator is refused', () => {
    const operator = new CacheOperator({ bundle: { ...published, imageLock: locked } });
    assert.match(onlyFinding(operator), /image example\.com\/cache:1 is not in bundle\.imageLock: .*; add its digest/);
  });

  it('a required kind that Kubernetes itself has is refused', () => {
    const requires = [{ kind: k8s.KubePod, description: 'Runs.' }];
    const operator = new CacheOperator({ bundle: { ...published, requires } });
    assert.match(onlyFinding(operator), /^\[cache-operator] bundle\.requires has Pod\.v1: .*; leave the entry out$/);
  });
});

/** The one thing that a bundle can't express, as its author reads it. */
function onlyFinding(operator: CacheOperator): string {
  try {
    bundle(operator);
  } catch (error) {
    assert.ok(BundleError.is(error), String(error));
    assert.equal(error.findings.length, 1, error.message);
    return error.message.split('\n').slice(1).join('\n').trim();
  }
  return assert.fail('the bundle was not refused');
}
