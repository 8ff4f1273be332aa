import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Failure } from '../../../lib/cli/failure.ts';
import { readManifests } from '../../../lib/cli/scaffold/manifest-child.ts';

let directory: string;

before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'operand-manifests-'));
});

after(() => rm(directory, { recursive: true }));

async function manifestsOf(...objects: readonly unknown[]) {
  return await readManifests(await writtenFile(objects.map((object) => JSON.stringify(object)).join('\n---\n')));
}

async function writtenFile(text: string): Promise<string> {
  const file = join(directory, 'app.yaml');
  await writeFile(file, text);
  return file;
}

const named = (apiVersion: string, kind: string, name = 'a', content: object = {}) => ({
  apiVersion,
  kind,
  metadata: { name },
  ...content,
});

describe('readManifests', () => {
  it('readManifests returns children without namespace, status and metadata that API servers set', async () => {
    const metadata = {
      ...{ name: 'a', namespace: 'shop', labels: { app: 'a' }, uid: '1', resourceVersion: '2', generation: 3 },
      ...{ creationTimestamp: '2026-01-01T00:00:00Z', managedFields: [], selfLink: '/a', finalizers: ['a.io/b'] },
      annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '{}', 'a.io/kept': 'yes' },
    };
    const service = {
      ...named('v1', 'Service'),
      metadata,
      spec: { ports: [{ port: 80 }] },
      status: { loadBalancer: {} },
    };
    const { children, omissions } = await manifestsOf(service);
    assert.deepEqual(omissions, []);
    assert.deepEqual(
      children.map(({ object }) => object),
      [
        {
          ...{ apiVersion: 'v1', kind: 'Service' },
          metadata: { name: 'a', labels: { app: 'a' }, annotations: { 'a.io/kept': 'yes' } },
          spec: { ports: [{ port: 80 }] },
        },
      ],
    );
  });

  it('readManifests reads the items of lists', async () => {
    const items = [named('v1', 'ConfigMap', 'b'), named('v1', 'ServiceAccount', 'c')];
    const { children } = await manifestsOf(named('v1', 'ConfigMap'), { apiVersion: 'v1', kind: 'List', items });
    assert.deepEqual(
      children.map(({ kind, name }) => `${kind.plural} ${name}`),
      ['configmaps a', 'configmaps b', 'serviceaccounts c'],
    );
  });

  it('readManifests leaves out Helm hooks and namespaces, and says so', async () => {
    const hook = named('batch/v1', 'Job', 'b', {
      metadata: { name: 'b', annotations: { 'helm.sh/hook': 'pre-install' } },
    });
    const { children, omissions } = await manifestsOf(named('v1', 'Namespace'), hook, named('v1', 'ConfigMap'));
    assert.equal(children.length, 1);
    assert.match(omissions[0] ?? '', /app\.yaml: Namespace a, since children are in the namespace of/);
    assert.match(omissions[1] ?? '', /app\.yaml: Job b, a Helm hook \(pre-install\), .*write it in `reconcile`$/);
    assert.equal(omissions.length, 2);
  });

  const pods = { containers: [{ name: 'a', image: 'a' }], restartPolicy: 'Never' };
  for (const [problem, objects, said] of [
    [
      'an object without a name',
      [{ apiVersion: 'v1', kind: 'Pod' }],
      /: object 1: apiVersion, kind or metadata\.name is missing: write an/,
    ],
    ['a text', ['text'], /: object 1: apiVersion, kind or/],
    [
      'a cluster-scoped object',
      [named('rbac.authorization.k8s.io/v1', 'ClusterRole')],
      /: ClusterRole a: it is cluster-scoped, .*: remove it, and install/,
    ],
    ['a CustomResourceDefinition', [named('apiextensions.k8s.io/v1', 'CustomResourceDefinition')], /cluster-scoped/],
    [
      'a third-party object',
      [named('monitoring.coreos.com/v1', 'ServiceMonitor')],
      /ServiceMonitor\.monitoring\.coreos\.com\/v1 is not a built-in .*`operand import`/,
    ],
    [
      'an object in an old version',
      [named('extensions/v1beta1', 'Ingress')],
      /Ingress\.extensions\/v1beta1 is not a built-in .*: write another version/,
    ],
    ['an Event', [named('v1', 'Event')], /Event\.v1 is not a built-in kind for children/],
    [
      'a Secret with data',
      [named('v1', 'Secret', 'a', { data: { b: 'Yw==' } })],
      /: Secret a: data would be in the source code: .*GeneratedSecret/,
    ],
    ['a Secret with text', [named('v1', 'Secret', 'a', { stringData: { b: 'c' } })], /: Secret a: stringData would be/],
    [
      'a Role',
      [named('rbac.authorization.k8s.io/v1', 'Role')],
      /: Role a: an operator grants only rights that it has: .*`grant`/,
    ],
    [
      'a Job that is deleted after its end',
      [named('batch/v1', 'Job', 'a', { spec: { ttlSecondsAfterFinished: 9, template: { spec: pods } } })],
      /: spec\.ttlSecondsAfterFinished deletes it, .*: remove the field/,
    ],
    [
      'an object that is written twice',
      [named('v1', 'ConfigMap'), named('v1', 'ConfigMap')],
      /: ConfigMap a: an object before it has the same kind and name/,
    ],
    [
      'objects of two namespaces',
      ['b', 'c'].map((name) => named('v1', 'ConfigMap', name, { metadata: { name, namespace: name } })),
      /in several namespaces \(b, c\), .*: keep those of one/,
    ],
    [
      'an unknown field',
      [named('v1', 'Service', 'a', { spec: { port: 80, ports: [{ port: 80 }] } })],
      /: Service a: spec\.port: unknown field: correct its name/,
    ],
    [
      'a field of a wrong type',
      [named('v1', 'Service', 'a', { spec: { ports: 80 } })],
      /cannot unmarshal number into Go struct field ServiceSpec\.spec\.ports .*: correct it/,
    ],
    [
      'a field that API servers refuse',
      [named('batch/v1', 'Job', 'a', { spec: { template: { spec: { ...pods, containers: [{ name: 'a' }] } } } })],
      /: Job a: spec\.template\.spec\.containers\[0\]\.image: Required value: correct it/,
    ],
    ['hooks only', [named('v1', 'Namespace')], /app\.yaml has no object that can be a child: name other manifests/],
  ] as const) {
    it(`readManifests refuses ${problem}, with the remedy`, async () => {
      await assert.rejects(manifestsOf(...objects), (error) => {
        assert.ok(Failure.is(error));
        assert.match(error.message, /^the manifests can't become children, so no file is written:\n {2}/);
        assert.match(error.message, said);
        assert.equal(error.message.split('\n').length, 2, error.message);
        return true;
      });
    });
  }

  it('readManifests reports all problems at once', async () => {
    const failed = manifestsOf(
      named('v1', 'Secret', 'a', { data: { b: 'Yw==' } }),
      named('v1', 'Node'),
      named('a.io/v1', 'B'),
    );
    await assert.rejects(failed, (error) => error instanceof Error && error.message.split('\n').length === 4);
  });

  it('readManifests refuses documents that are not YAML, and names templates of charts', async () => {
    await assert.rejects(readManifests(await writtenFile('a: [')), /app\.yaml can't be read: .*: correct it, or name/);
    await assert.rejects(
      readManifests(await writtenFile('a: {{ .Values.a }}\nb: c: d')),
      /app\.yaml can't be read: .*: if it is a template, render it, as in `helm template <chart>`, and name the output/,
    );
    await assert.rejects(readManifests(join(directory, 'none.yaml')), /none\.yaml can't be read: name a file/);
  });
});
