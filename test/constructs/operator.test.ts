import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { App, Testing } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import {
  Controller,
  CustomResource,
  type KubernetesObject,
  Operator,
  type OperatorProps,
  Sample,
} from '../../lib/index.ts';

class Cache extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Cache',
  spec: z.object({ size: z.int32().min(1).default(1) }),
}) {}

const release: OperatorProps = { version: '1.2.3', image: 'example.com/cache-operator:1.2.3' };

function operator(props: Partial<OperatorProps> = {}, id = 'cache-operator'): Operator {
  return new Operator(new App(), id, { ...release, ...props });
}

function control(subject: Operator, cleanup?: () => void): Operator {
  new Controller(subject, 'Controller', {
    for: Cache,
    owns: [k8s.KubeDeployment],
    watches: [{ kind: k8s.KubePod, map: () => [] }],
    render: () => undefined,
    ...(cleanup && { cleanup }),
  });
  return subject;
}

function find(objects: readonly KubernetesObject[], kind: string, name?: string): KubernetesObject {
  const found = objects.find((object) => object.kind === kind && (name === undefined || object.metadata.name === name));
  assert.ok(
    found !== undefined,
    `no ${kind} ${name ?? ''} among ${objects.map((object) => `${object.kind} ${object.metadata.name}`).join(', ')}`,
  );
  return found;
}

function errorOf(subject: Operator): string {
  try {
    subject.toJson();
  } catch (error) {
    return String(error);
  }
  return assert.fail('nothing was refused');
}

describe('an operator’s manifests', () => {
  it('an operator’s manifests are sorted in the order in which they can be applied', () => {
    assert.deepEqual(
      control(operator())
        .toJson()
        .map(({ kind }) => kind),
      [
        'Namespace',
        'CustomResourceDefinition',
        'ServiceAccount',
        'ClusterRole',
        'ClusterRoleBinding',
        'Role',
        'RoleBinding',
        'ClusterRole',
        'ClusterRole',
        'Service',
        'ClusterRole',
        'ClusterRoleBinding',
        'ClusterRole',
        'Deployment',
      ],
    );
  });

  it('an operator’s manifests are the same each time, and for each way to read the chart', () => {
    const subject = control(operator());
    assert.deepEqual(Testing.synth(subject), subject.toJson());
    assert.deepEqual(control(operator()).toJson(), subject.toJson());
  });

  it('an operator’s manifests have a namespace exactly if their kind is namespaced', () => {
    const clusterScoped = ['Namespace', 'CustomResourceDefinition', 'ClusterRole', 'ClusterRoleBinding'];
    for (const { kind, metadata } of control(operator()).toJson()) {
      assert.equal(metadata.namespace, clusterScoped.includes(kind) ? undefined : 'cache-operator-system', kind);
    }
  });

  it('an operator’s manifests are in the given namespace', () => {
    const objects = control(operator({ namespace: 'caches' })).toJson();
    assert.equal(find(objects, 'Namespace').metadata.name, 'caches');
    assert.equal(find(objects, 'Deployment').metadata.namespace, 'caches');
    assert.deepEqual(find(objects, 'ClusterRoleBinding').subjects, [
      { kind: 'ServiceAccount', name: 'cache-operator-controller-manager', namespace: 'caches' },
    ]);
  });

  it('an operator’s manifests define a kind once, regardless of the constructs that use it', () => {
    const subject = control(operator());
    new Sample(subject, 'Small', { of: Cache, spec: {} });
    const definitions = subject.toJson().filter(({ kind }) => kind === 'CustomResourceDefinition');
    assert.deepEqual(
      definitions.map(({ metadata }) => metadata.name),
      ['caches.example.com'],
    );
  });

  it('an operator’s manifests grant exactly the rights that its definition needs', () => {
    const objects = control(operator()).toJson();
    assert.deepEqual(find(objects, 'ClusterRole', 'cache-operator-manager-role').rules, [
      { apiGroups: [''], resources: ['events'], verbs: ['create', 'patch'] },
      { apiGroups: [''], resources: ['pods'], verbs: ['list', 'watch'] },
      {
        apiGroups: ['apiextensions.k8s.io'],
        resources: ['customresourcedefinitions'],
        verbs: ['list', 'watch'],
        resourceNames: ['caches.example.com'],
      },
      { apiGroups: ['apps'], resources: ['deployments'], verbs: ['list', 'watch', 'create', 'patch', 'delete'] },
      { apiGroups: ['example.com'], resources: ['caches'], verbs: ['list', 'watch'] },
      { apiGroups: ['example.com'], resources: ['caches/finalizers'], verbs: ['update'] },
      { apiGroups: ['example.com'], resources: ['caches/status'], verbs: ['patch'] },
    ]);
    assert.deepEqual(find(objects, 'Role').rules, [
      { apiGroups: [''], resources: ['events'], verbs: ['create', 'patch'] },
      {
        apiGroups: ['apps'],
        resources: ['deployments'],
        verbs: ['get'],
        resourceNames: ['cache-operator-controller-manager'],
      },
      { apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ['create'] },
      {
        apiGroups: ['coordination.k8s.io'],
        resources: ['leases'],
        verbs: ['get', 'patch'],
        resourceNames: ['cache-operator'],
      },
    ]);
  });

  it('an operator with `cleanup` may patch its resources, for the finalizer', () => {
    const objects = control(operator(), () => undefined).toJson();
    const { rules } = find(objects, 'ClusterRole', 'cache-operator-manager-role') as {
      readonly rules?: readonly { readonly resources: readonly string[]; readonly verbs: readonly string[] }[];
    };
    assert.deepEqual(rules?.find(({ resources }) => resources.includes('caches'))?.verbs, ['list', 'watch', 'patch']);
  });

  it('an operator’s manifests grant the additional rights, each verb once', () => {
    const subject = control(operator());
    subject.grant([
      { group: '', resource: 'pods', verbs: ['watch', 'get'] },
      { group: 'rbac.authorization.k8s.io', resource: 'clusterroles', verbs: ['bind'], names: ['edit'] },
    ]);
    const { rules } = find(subject.toJson(), 'ClusterRole', 'cache-operator-manager-role');
    assert.ok(Array.isArray(rules));
    assert.deepEqual(rules[1], { apiGroups: [''], resources: ['pods'], verbs: ['get', 'list', 'watch'] });
    assert.deepEqual(rules.at(-1), {
      apiGroups: ['rbac.authorization.k8s.io'],
      resources: ['clusterroles'],
      verbs: ['bind'],
      resourceNames: ['edit'],
    });
  });

  it('an operator’s roles let editors and viewers of a namespace edit and view its resources', () => {
    const objects = control(operator()).toJson();
    const { labels } = find(objects, 'ClusterRole', 'cache-operator-cache-editor-role').metadata;
    assert.equal(labels?.['rbac.authorization.k8s.io/aggregate-to-edit'], 'true');
    assert.equal(labels?.['rbac.authorization.k8s.io/aggregate-to-admin'], 'true');
    assert.deepEqual(find(objects, 'ClusterRole', 'cache-operator-cache-viewer-role').rules, [
      { apiGroups: ['example.com'], resources: ['caches'], verbs: ['get', 'list', 'watch'] },
      { apiGroups: ['example.com'], resources: ['caches/status'], verbs: ['get'] },
    ]);
  });

  it('cdk8s also writes an operator’s manifests, before the samples', () => {
    const app = Testing.app();
    const subject = control(new Operator(app, 'cache-operator', release));
    new Sample(subject, 'Small', { of: Cache, spec: { size: 2 } });
    app.synth();
    assert.deepEqual(readdirSync(app.outdir).sort(), [
      '0000-cache-operator.k8s.yaml',
      '0001-cache-operator-monitoring.k8s.yaml',
      '0002-cache-operator-samples.k8s.yaml',
    ]);
    const written = parseAllDocuments(readFileSync(join(app.outdir, '0000-cache-operator.k8s.yaml'), 'utf8'));
    assert.deepEqual(
      written.map((document) => document.toJS()),
      subject.toJson(),
    );
    rmSync(app.outdir, { recursive: true });
  });
});

describe('a third-party kind', () => {
  const isForeign = (group: string, version: string, kind: string) =>
    control(operator()).isThirdParty({ group, version, kind, plural: `${kind.toLowerCase()}s`, scope: 'Namespaced' });

  it('a kind that neither Kubernetes nor the operator defines is a third-party kind', () => {
    assert.equal(isForeign('monitoring.coreos.com', 'v1', 'ServiceMonitor'), true);
  });

  it('a kind of the operator is not a third-party kind, in any version', () => {
    assert.deepEqual(
      [isForeign('example.com', 'v1', 'Cache'), isForeign('example.com', 'v2', 'Cache')],
      [false, false],
    );
  });

  it('a kind of Kubernetes is not a third-party kind, even in a version that no server serves', () => {
    assert.deepEqual([isForeign('apps', 'v1', 'Deployment'), isForeign('batch', 'v1beta1', 'CronJob')], [false, false]);
    assert.equal(isForeign('resource.k8s.io', 'v1', 'ResourceClaim'), false);
    assert.equal(isForeign('gateway.networking.k8s.io', 'v1', 'HTTPRoute'), true);
  });
});

describe('an invalid definition', () => {
  it('the error for an invalid operator version names the version and the path of the operator', () => {
    assert.match(errorOf(operator({ version: 'v1.2' })), /\[cache-operator] version 'v1\.2' is not a semantic version/);
    assert.match(errorOf(operator({ version: '1.2.3+4' })), /version '1\.2\.3\+4' names a build, .*: leave out '\+'/);
  });

  it('the error for an id that can’t name objects names the id', () => {
    assert.match(
      errorOf(operator({}, 'Cache_Operator')),
      /\[Cache_Operator] the id 'Cache_Operator' names the operator's objects/,
    );
  });

  it('the error for a missing image says that the image is empty', () => {
    assert.match(errorOf(operator({ image: '' })), /image is empty/);
  });

  it('the error for an invalid sample names the field, with the path of the sample', () => {
    const subject = control(operator());
    new Sample(subject, 'Empty', { of: Cache, spec: { size: 0 } });
    assert.match(errorOf(subject), /\[cache-operator-samples\/Empty] spec\.size: /);
  });

  it('the error for a schema that Kubernetes can’t express names the field and the alternative', () => {
    class Odd extends CustomResource({
      group: 'example.com',
      version: 'v1',
      kind: 'Odd',
      spec: z.object({ when: z.date() }),
    }) {}
    const subject = operator();
    new Controller(subject, 'Controller', { for: Odd, render: () => undefined });
    assert.match(errorOf(subject), /\[cache-operator\/Definitions\/Odd] spec\.when: .+; .+/);
  });

  it('the error for an invalid operator reports all findings at once', () => {
    const message = errorOf(operator({ version: 'one', image: '' }));
    assert.match(message, /version 'one'/);
    assert.match(message, /image is empty/);
  });

  it('a controller outside of an operator is refused', () => {
    assert.throws(
      () => new Controller(new App(), 'Controller', { for: Cache, render: () => undefined }),
      /Controller is not part of an Operator: give it one as its scope/,
    );
  });
});
