import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import { scenario, testOperator } from 'operand/testing';
import { builtInKind, groupVersionKind } from '../../../lib/api/index.ts';
import { type ManifestChild, readManifests } from '../../../lib/cli/scaffold/manifest-child.ts';
import { manifestKindFiles } from '../../../lib/cli/scaffold/manifest-kind.ts';
import { objectsAt } from '../../../lib/schema/index.ts';
import { Guestbook } from './guestbook/api/index.ts';
import { GuestbookOperator } from './guestbook/operator.ts';

const guestbook = {
  ...{ group: 'apps.example.com', version: 'v1alpha1', kind: 'Guestbook' },
  operator: { name: 'guestbook-operator', className: 'GuestbookOperator' },
};

const resource = {
  apiVersion: 'apps.example.com/v1alpha1',
  kind: 'Guestbook',
  metadata: { name: 'example' },
  spec: {},
};

function imagesOf(workload: unknown): readonly unknown[] {
  const lists = ['initContainers', 'containers'].flatMap((list) => objectsAt(workload, `template.spec.${list}`));
  return lists.map(({ image }) => image);
}

/** Returns the modules of the guestbook with other children: path → text. */
function modulesOf(...children: readonly ManifestChild[]): Readonly<Record<string, string>> {
  const files = manifestKindFiles(guestbook, children);
  return Object.fromEntries(files.map(({ path, lines }) => [path, lines.join('\n')]));
}

function child(apiVersion: string, kindName: string, name: string, ...containers: readonly string[]): ManifestChild {
  const kind = builtInKind(groupVersionKind({ apiVersion, kind: kindName }));
  assert.ok(kind);
  const pod = { spec: { containers: containers.map((each) => ({ name: each, image: `${each}:1` })) } };
  const spec = kindName === 'CronJob' ? { jobTemplate: { spec: { template: pod } } } : { template: pod };
  return {
    kind,
    name,
    object: { apiVersion, kind: kindName, metadata: { name }, ...(containers.length > 0 && { spec }) },
  };
}

describe('the modules of a kind that is made of manifests', () => {
  // These files are compiled, formatted and tested with the others of this repository.
  it('the modules of the guestbook are those of its manifests', async () => {
    const directory = join(import.meta.dirname, 'guestbook');
    const { children, omissions } = await readManifests(join(directory, 'guestbook.yaml'));
    assert.equal(omissions.length, 2);
    for (const { path, lines } of manifestKindFiles(guestbook, children))
      assert.equal(lines.join('\n'), await readFile(join(directory, path), 'utf8'), path);
  });

  it('the operator of the guestbook survives faults and generated specs', async () => {
    assert.ok((await testOperator(GuestbookOperator, { limit: 10 })) > 1);
  });

  it('a change of the spec scales and upgrades the guestbook, whose Job runs again', async () => {
    await using world = await scenario(GuestbookOperator).apply(resource).settle();
    assert.equal(world.conditions(Guestbook, 'example').Ready?.status, 'True');
    assert.equal(world.get(k8s.KubeDeployment, 'worker')?.spec?.replicas, 1);
    const spec = { frontend: { replicas: 5, images: { phpRedis: 'frontend:3' } }, redisJob: { image: 'seed:3' } };
    await world.change(Guestbook, 'example', { spec });
    await world.settle();
    const frontend = world.get(k8s.KubeDeployment, 'frontend')?.spec;
    assert.equal(frontend?.replicas, 5);
    assert.deepEqual(imagesOf(frontend), ['registry.example.com/guestbook/migrations:2.4.1', 'frontend:3']);
    assert.deepEqual(imagesOf(world.get(k8s.KubeJob, 'redis')?.spec), ['seed:3']);
    assert.equal(world.conditions(Guestbook, 'example').Ready?.status, 'True');
  });

  it('a second guestbook in a namespace reports that the names of its children are taken', async () => {
    await using world = await scenario(GuestbookOperator).apply(resource).settle();
    await world.apply({ ...resource, metadata: { name: 'other' } });
    await world.settle();
    assert.equal(world.conditions(Guestbook, 'other').Degraded?.reason, 'ChildConflict');
    assert.equal(world.conditions(Guestbook, 'example').Ready?.status, 'True');
  });

  it('each workload has a field of its own, also if names are the same in camel case or not identifiers', () => {
    const modules = modulesOf(
      child('apps/v1', 'Deployment', 'web', 'web'),
      child('batch/v1', 'CronJob', 'web', 'a-b', 'a.b'),
      child('apps/v1', 'DaemonSet', 'x-1', 'class'),
      child('apps/v1', 'DaemonSet', 'x1', 'class'),
      child('apps/v1', 'DaemonSet', '3scale', 'a'),
    );
    const text = modules['children/guestbook.ts'] ?? '';
    assert.deepEqual(
      [...text.matchAll(/spec\.[\w.]+/g)].map(([expression]) => expression),
      [
        'spec.webDeployment.replicas',
        'spec.webDeployment.image',
        'spec.webCronJob.images.aB',
        'spec.webCronJob.images.aB2',
        'spec.x1DaemonSet.image',
        'spec.x1DaemonSet2.image',
        'spec.field3Scale.image',
      ],
    );
    const ids = [...text.matchAll(/ApiObject\(this, '(\w+)'/g)].map(([, id]) => id);
    assert.deepEqual(ids, ['WebDeployment', 'WebCronJob', 'X1DaemonSet', 'X1DaemonSet2', 'Field3ScaleDaemonSet']);
  });

  it('a kind without workloads has an empty spec, and children without props', () => {
    const modules = modulesOf(
      child('v1', 'ServiceAccount', 'web'),
      child('autoscaling/v1', 'HorizontalPodAutoscaler', 'web'),
    );
    assert.match(modules['api/v1alpha1/guestbook.ts'] ?? '', /^ {2}spec: z\.object\(\{\}\),$/m);
    assert.match(
      modules['controllers/guestbook.ts'] ?? '',
      /render: \(at\) => new GuestbookChildren\(at, 'Children'\),$/m,
    );
    assert.match(
      modules['controllers/guestbook.ts'] ?? '',
      /owns: \[k8s\.KubeServiceAccount, k8s\.KubeHorizontalPodAutoscaler\],$/m,
    );
    const children = modules['children/guestbook.ts'] ?? '';
    assert.match(
      children,
      /new ApiObject\(this, 'WebServiceAccount', \{ apiVersion: 'v1', kind: 'ServiceAccount', .*\}\);$/m,
    );
    assert.doesNotMatch(children, /props|SpecInput|const spec/);
  });
});
