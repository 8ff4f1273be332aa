// The manifests of an operator on a real control plane: it accepts them, and they have their effects.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { App, type Chart } from 'cdk8s';
import { z } from 'zod';
import { MemcachedOperator } from '../../apps/memcached/operator.ts';
import { definitionFindings } from '../../lib/constructs/definition/definition-finding.ts';
import { CustomResourceDefinition } from '../../lib/constructs/index.ts';
import { Controller, CustomResource, Operator, type ResourceDefinitionProps, Sample } from '../../lib/index.ts';
import { listMap, quantity } from '../../lib/schema/index.ts';
import { ControlPlane } from '../../lib/testing/index.ts';
import { patience } from '../kubectl.ts';
import { untilPassed } from '../until.ts';
import { untilEstablished } from '../until-established.ts';

const release = { version: '1.2.3', image: 'example.com/operator:1.2.3' };

class Tenant extends CustomResource({
  group: 'tenancy.example.com',
  version: 'v1beta1',
  kind: 'Tenant',
  scope: 'Cluster',
  shortNames: ['tn'],
  categories: ['all'],
  spec: z.object({
    storage: quantity({ max: '1Ti' }).default('10Gi'),
    members: listMap(z.object({ name: z.string(), role: z.enum(['admin', 'guest']).default('guest') }), ['name']),
  }),
  status: z.object({ namespace: z.string() }),
  rules: [{ rule: "self.metadata.name != 'root'", message: 'no tenant is called root' }],
}) {}

/** An operator with the longest valid name. */
const long = 'o'.repeat(36);

function tenantOperator(): Operator {
  const operator = new Operator(new App(), long, release);
  new Controller(operator, 'Controller', { for: Tenant, render: () => undefined, cleanup: () => undefined });
  new Sample(operator, 'Team', { of: Tenant, spec: { members: [{ name: 'jane' }] } });
  return operator;
}

describe('the manifests of an operator, on a real API server', () => {
  let controlPlane: ControlPlane;

  before(async () => {
    controlPlane = await ControlPlane.start();
    for (const operator of operators) await apply(operator);
    await untilEstablished(controlPlane);
  });

  after(() => controlPlane.stop());

  const operators = [new MemcachedOperator(new App(), 'memcached-operator', release), tenantOperator()];
  const definitions = ['memcacheds.cache.example.com', 'tenants.tenancy.example.com'];

  const kubectl = async (...args: string[]) => {
    const { stdout, stderr, exitCode } = await controlPlane.kubectl(args);
    assert.equal(exitCode, 0, `kubectl ${args.join(' ')}: ${stderr}`);
    return stdout;
  };

  const given = (chart: Chart | undefined, ...args: string[]) => {
    const input = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: chart?.toJson() ?? [] });
    return controlPlane.kubectl([...args, '-f', '-'], { input });
  };

  const apply = async (chart: Chart | undefined) => {
    const { stdout, stderr, exitCode } = await given(
      chart,
      'apply',
      '--server-side',
      '--validate=strict',
      '-o',
      'json',
    );
    assert.deepEqual({ stderr, exitCode }, { stderr: '', exitCode: 0 });
    return stdout;
  };

  const canI = async (user: string, verb: string, resource: string, ...args: string[]) => {
    const { stdout, stderr } = await controlPlane.kubectl(['auth', 'can-i', verb, resource, `--as=${user}`, ...args]);
    assert.match(stdout, /^(yes|no)/, stderr);
    return stdout.trim() === 'yes';
  };

  it('an operator’s manifests are accepted without a warning, and change nothing when applied again', async () => {
    for (const operator of operators) {
      await kubectl('rollout', 'status', `deployment/${operator.name}-controller-manager`, '-n', operator.namespace);
      assert.deepEqual(withoutProgress(await apply(operator)), withoutProgress(await apply(operator)));
      assert.deepEqual(await given(operator, 'diff', '--server-side'), { stdout: '', stderr: '', exitCode: 0 });
      assert.deepEqual(await given(operator, 'diff'), { stdout: '', stderr: '', exitCode: 0 });
    }
  });

  it('an operator’s manifests define served kinds with structural schemas', async () => {
    for (const name of definitions) {
      const { status } = JSON.parse(await kubectl('get', 'crd', name, '-o', 'json'));
      assert.deepEqual(
        status.conditions.map(({ type, status }: { type: string; status: string }) => `${type} ${status}`).sort(),
        ['Established True', 'NamesAccepted True'],
      );
    }
  });

  it('the manager runs under the restricted pod security standard, which its namespace enforces', async () => {
    for (const { name, namespace } of operators) {
      await kubectl('rollout', 'status', `deployment/${name}-controller-manager`, '-n', namespace, patience);
      const { stderr } = await controlPlane.kubectl(['run', 'intruder', '--image=x', '-n', namespace]);
      assert.match(stderr, /violates PodSecurity "restricted:latest"/);
    }
  });

  it('editors and viewers of a namespace edit and view its custom resources', async () => {
    const resource = 'memcacheds.cache.example.com';
    await kubectl('create', 'namespace', 'team');
    for (const role of ['admin', 'edit', 'view']) {
      await kubectl('create', 'rolebinding', role, `--clusterrole=${role}`, `--user=${role}`, '-n', 'team');
    }
    const read = ['get', 'list', 'watch'];
    const write = ['create', 'update', 'patch', 'delete', 'deletecollection'];
    const allowed = async (user: string, ...args: string[]) => {
      const responses = await Promise.all([...read, ...write].map((verb) => canI(user, verb, resource, ...args)));
      return [...read, ...write].filter((_, index) => responses[index]);
    };
    // Controllers gather the rules of each role, and those of viewers reach editors first.
    for (const [role, verbs] of Object.entries({ edit: [...read, ...write], admin: [...read, ...write], view: read }))
      await untilPassed(async () => assert.deepEqual(await allowed(role, '-n', 'team'), verbs));
    assert.deepEqual(await allowed('edit', '-n', 'default'), []);
    assert.deepEqual(await allowed('edit', '-n', 'team', '--subresource=status'), ['get']);
    assert.deepEqual(await allowed('view', '-n', 'team', '--subresource=status'), ['get']);
  });

  it('the manager has the rights that its definition needs, and none to read Secrets', async () => {
    const manager = (operator: string) => `system:serviceaccount:${operator}-system:${operator}-controller-manager`;
    const memcached = manager('memcached-operator');
    const here = ['-n', 'team'];
    assert.ok(await canI(memcached, 'patch', 'deployments.apps', ...here));
    assert.ok(await canI(memcached, 'patch', 'memcacheds.cache.example.com', '--subresource=status', ...here));
    assert.ok(!(await canI(memcached, 'patch', 'memcacheds.cache.example.com', ...here)));
    for (const verb of ['get', 'list', 'watch'])
      for (const namespace of ['team', 'memcached-operator-system', 'kube-system'])
        assert.ok(!(await canI(memcached, verb, 'secrets', '-n', namespace)), `${verb} in ${namespace}`);
    assert.ok(await canI(manager(long), 'patch', 'tenants.tenancy.example.com'));
  });

  it('the API server accepts samples, and sets the defaults of the definition', async () => {
    for (const { samples } of operators) {
      await apply(samples);
      assert.deepEqual(await given(samples, 'diff', '--server-side'), { stdout: '', stderr: '', exitCode: 0 });
    }
    const { spec } = JSON.parse(await kubectl('get', 'tn', 'tenant-team', '-o', 'json'));
    assert.deepEqual(spec, Tenant.spec({ members: [{ name: 'jane' }] }));
  });

  it('the API server repeats the message of a rule', async () => {
    const root = { apiVersion: 'tenancy.example.com/v1beta1', kind: 'Tenant', metadata: { name: 'root' } };
    const input = JSON.stringify({ ...root, spec: { members: [] } });
    const { stderr } = await controlPlane.kubectl(['apply', '-f', '-'], { input });
    assert.match(stderr, /no tenant is called root/);
  });

  const refused: readonly Partial<ResourceDefinitionProps<z.ZodObject, z.ZodObject>>[] = [
    { group: 'example' },
    { group: 'Example.com' },
    { group: 'cache.k8s.io' },
    { version: 'V1' },
    { version: '1' },
    { kind: 'Some_Kind', plural: 'things' },
    { kind: `K${'k'.repeat(59)}` },
    { plural: 'Things' },
    { shortNames: ['t t'] },
    { categories: ['All'] },
  ];

  for (const words of refused) {
    it(`a definition that the API server refuses has a finding: ${JSON.stringify(words)}`, async () => {
      const right = { group: 'refused.example.com', version: 'v1', kind: 'Thing', spec: z.object({}) };
      const { definition } = CustomResource({ ...right, ...words });
      assert.equal([...definitionFindings(definition)].length, 1);
      const operator = new Operator(new App(), 'refused', release);
      const manifest = new CustomResourceDefinition(operator, 'Definition', { definition }).toJson();
      const args = ['create', '--dry-run=server', '-f', '-'];
      const { stderr, exitCode } = await controlPlane.kubectl(args, { input: JSON.stringify(manifest) });
      assert.equal(exitCode, 1);
      assert.match(stderr, /is invalid/);
    });
  }
});

/** Returns a list of objects without the fields that controllers may change in the meantime. */
function withoutProgress(text: string): unknown {
  const { items } = JSON.parse(text) as { items: { metadata: Record<string, unknown>; status?: unknown }[] };
  return items.map(({ status: _, metadata: { resourceVersion: _version, ...metadata }, ...object }) => ({
    ...object,
    metadata,
  }));
}
