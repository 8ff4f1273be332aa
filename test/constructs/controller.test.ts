import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { App, Duration } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { z } from 'zod';
import { Controller, CustomResource, Operator, type OperatorProps } from '../../lib/index.ts';

const release: OperatorProps = { version: '1.2.3', image: 'example.com/cache-operator:1.2.3' };

class Cache extends CustomResource({ group: 'example.com', version: 'v1', kind: 'Cache', spec: z.object({}) }) {}
class Store extends CustomResource({ group: 'example.com', version: 'v1', kind: 'Store', spec: z.object({}) }) {}

/** Returns all findings of an app, each with its path. */
function findings(app: App): string[] {
  return app.node.findAll().flatMap(({ node }) => node.validate().map((finding) => `[${node.path}] ${finding}`));
}

describe('a controller', () => {
  it('a controller identifies kinds by class or description, and each owned kind once', () => {
    const operator = new Operator(new App(), 'cache-operator', release);
    const described = { group: 'e.com', version: 'v1', kind: 'Kind', plural: 'kinds', scope: 'Cluster' } as const;
    const { kind, owns, watches } = new Controller(operator, 'Controller', {
      for: Cache,
      owns: [k8s.KubePod, Store, described, k8s.KubePod],
      watches: [
        { kind: k8s.KubeNode, map: () => [] },
        { kind: k8s.KubeNode, map: () => [{ name: 'one' }] },
      ],
      render: () => undefined,
    });
    assert.equal(kind, Cache.definition);
    assert.deepEqual(
      owns.map(({ plural }) => plural),
      ['pods', 'stores', 'kinds'],
    );
    assert.deepEqual(
      watches.map((watch) => watch.kind.plural),
      ['nodes', 'nodes'],
    );
  });

  it('a controller skips a kind that is not served if any of its entries says so', () => {
    const kindOf = (kind: string) =>
      ({ group: 'e.com', version: 'v1', kind, plural: `${kind.toLowerCase()}s`, scope: 'Namespaced' }) as const;
    const [owned, watched, referred, needed] = ['Owned', 'Watched', 'Referred', 'Needed'].map(kindOf);
    assert.ok(owned && watched && referred && needed);
    const whenNotServed = 'skip' as const;
    const controller = new Controller(new Operator(new App(), 'cache-operator', release), 'Controller', {
      for: Cache,
      owns: [{ kind: owned, whenNotServed }, watched, needed],
      watches: [
        { kind: owned, map: () => [] },
        { kind: watched, map: () => [], whenNotServed },
        { kind: needed, map: () => [] },
      ],
      references: [{ kind: referred, names: () => [], whenNotServed: 'ignore' }],
      render: () => undefined,
    });
    const responses = [owned, watched, referred, needed, kindOf('Other')].map((kind) => controller.whenNotServed(kind));
    assert.deepEqual(responses, ['skip', 'skip', 'ignore', 'report', 'report']);
  });

  it('an operator finds its controllers at any depth', () => {
    const operator = new Operator(new App(), 'cache-operator', release);
    const first = new Controller(operator, 'First', { for: Cache, render: () => undefined });
    const second = new Controller(new Construct(operator, 'Group'), 'Second', { for: Store, render: () => undefined });
    assert.deepEqual(
      Controller.in(operator).map(({ node }) => node.path),
      [first.node.path, second.node.path],
    );
  });

  it('a second controller for one kind is refused', () => {
    const app = new App();
    const operator = new Operator(app, 'cache-operator', release);
    new Controller(operator, 'First', { for: Cache, render: () => undefined });
    new Controller(operator, 'Second', { for: Cache, render: () => undefined });
    assert.deepEqual(findings(app), [
      '[cache-operator/Second] cache-operator/First is a controller for Cache, too: combine the two',
    ]);
  });

  it('a controller of an older version is reported once, and not also as a second controller', () => {
    const names = { group: 'example.com', kind: 'Cache', spec: z.object({}) };
    class Old extends CustomResource({ ...names, version: 'v1beta1' }) {}
    const nothing = () => ({ spec: {}, status: {} });
    class New extends CustomResource({
      ...names,
      version: 'v1',
      versions: [{ of: Old, up: nothing, down: nothing }],
    }) {}
    const app = new App();
    const operator = new Operator(app, 'cache-operator', release);
    new Controller(operator, 'First', { for: New, render: () => undefined });
    new Controller(operator, 'Second', { for: Old, render: () => undefined });
    const [finding, ...others] = findings(app);
    assert.match(finding ?? '', /Cache\.example\.com\/v1beta1 is an older version of Cache\.example\.com\/v1: /);
    assert.deepEqual(others, []);
  });

  it('a controller is refused if it recreates children that hold data', () => {
    const app = new App();
    new Controller(new Operator(app, 'cache-operator', release), 'Controller', {
      for: Cache,
      owns: [
        { kind: k8s.KubePersistentVolumeClaim, whenImmutable: 'recreate' },
        { kind: k8s.KubeNamespace, whenImmutable: 'report' },
        { kind: k8s.KubeStatefulSet, whenImmutable: 'recreate' },
      ],
      render: () => undefined,
    });
    assert.deepEqual(findings(app), [
      "[cache-operator/Controller] PersistentVolumeClaim holds data and is never recreated, so that whenImmutable 'recreate' has no effect: leave it out",
    ]);
  });

  it('a controller reports a child that can’t be changed, unless the entry of its kind sets another reaction', () => {
    const operator = new Operator(new App(), 'cache-operator', release);
    const controller = new Controller(operator, 'Controller', {
      for: Cache,
      owns: [
        k8s.KubePod,
        { kind: k8s.KubeStatefulSet, whenImmutable: 'recreate' },
        { kind: Store },
        k8s.KubeStatefulSet,
      ],
      render: () => undefined,
    });
    assert.deepEqual(
      controller.owns.map((kind) => `${kind.plural} ${controller.policy(kind).whenImmutable}`),
      ['pods report', 'statefulsets recreate', 'stores report'],
    );
    assert.equal(controller.growsClaims, false);
  });

  it('a controller merges the options of all entries of a kind', () => {
    const controller = new Controller(new Operator(new App(), 'cache-operator', release), 'Controller', {
      for: Cache,
      owns: [
        { kind: k8s.KubePod, whenNotServed: 'skip' },
        { kind: k8s.KubeConfigMap, whenConflicting: 'report', whenDropped: 'keep' },
        { kind: k8s.KubeConfigMap, whenUncontrolled: 'adopt', handsOver: [] },
      ],
      render: () => undefined,
    });
    assert.deepEqual(
      controller.owns.map((kind) => controller.policy(kind)),
      [
        {
          whenImmutable: 'report',
          whenConflicting: 'force',
          whenUncontrolled: 'report',
          whenDropped: 'delete',
          handsOver: ['spec.replicas'],
          whenNotServed: 'skip',
        },
        {
          whenImmutable: 'report',
          whenConflicting: 'report',
          whenUncontrolled: 'adopt',
          whenDropped: 'keep',
          handsOver: [],
          whenNotServed: 'report',
        },
      ],
    );
  });

  it('a controller is refused if it hands over anything but fields of its children', () => {
    const app = new App();
    new Controller(new Operator(app, 'cache-operator', release), 'Controller', {
      for: Cache,
      owns: [
        { kind: k8s.KubePod, handsOver: ['spec.size', 'replicas', 'metadata.labels', 'spec.containers[0].image'] },
      ],
      render: () => undefined,
    });
    assert.deepEqual(
      findings(app).map((found) => /has (\S+): name a field/.exec(found)?.[1]),
      ['replicas', 'metadata.labels', 'spec.containers[0].image'],
    );
  });

  it('a controller retires only kinds that it doesn’t own, and deletes one that holds data only if it says so', () => {
    const app = new App();
    const controller = new Controller(new Operator(app, 'cache-operator', release), 'Controller', {
      for: Cache,
      owns: [k8s.KubePod],
      retires: [
        { kind: k8s.KubeConfigMap, whenDropped: 'delete' },
        { kind: k8s.KubeSecret, whenDropped: 'keep' },
        { kind: k8s.KubePod, whenDropped: 'keep' },
        { kind: k8s.KubePersistentVolumeClaim, whenDropped: 'delete' },
        { kind: k8s.KubeNamespace, whenDropped: 'delete-data' },
      ],
      render: () => undefined,
    });
    const cached = controller.cachedKinds.map(({ kind }) => kind.kind);
    assert.deepEqual(cached, ['Cache', 'Pod', 'ConfigMap', 'PersistentVolumeClaim', 'Namespace']);
    assert.deepEqual(
      findings(app).map((found) => found.split(': ')[0]?.split('] ').at(-1)),
      [
        'Pod is in `owns` and in `retires`',
        "PersistentVolumeClaim holds data, which whenDropped 'delete' doesn't delete",
      ],
    );
  });

  it('the sources of a controller have different names', () => {
    const app = new App();
    const watch = async () => undefined;
    new Controller(new Operator(app, 'cache-operator', release), 'Controller', {
      for: Cache,
      sources: ['broker', 'cloud', 'broker'].map((name) => ({ name, watch })),
      render: () => undefined,
    });
    assert.deepEqual(findings(app), [
      '[cache-operator/Controller] two of `sources` are called broker: give each its own name',
    ]);
  });

  it('the deletion limits of a controller have defaults, and are validated', () => {
    const app = new App();
    const operator = new Operator(app, 'cache-operator', release);
    const { deletionLimits } = new Controller(operator, 'Controller', {
      for: Cache,
      render: () => undefined,
      deletionLimits: { prunedShare: 2 },
    });
    assert.deepEqual(deletionLimits, { deletionsPerMinute: 60, prunedShare: 2, whenNothingRendered: 'hold' });
    assert.match(findings(app)[0] ?? '', /prunedShare is 2: write a number/);
  });

  it('a controller grows volume claims if it recreates StatefulSets around their pods', () => {
    const growsClaims = (kind: typeof k8s.KubeStatefulSet | typeof k8s.KubeDeployment) => {
      const operator = new Operator(new App(), 'cache-operator', release);
      const owns = [{ kind, whenImmutable: 'orphan-and-recreate' } as const];
      return new Controller(operator, 'Controller', { for: Cache, owns, render: () => undefined }).growsClaims;
    };
    assert.deepEqual([growsClaims(k8s.KubeStatefulSet), growsClaims(k8s.KubeDeployment)], [true, false]);
  });

  it('a controller gives a reconcile two minutes by default', () => {
    const operator = new Operator(new App(), 'cache-operator', release);
    const render = () => undefined;
    const { timeout } = new Controller(operator, 'First', { for: Cache, render });
    assert.equal(timeout.toMilliseconds(), 120_000);
    const longer = new Controller(operator, 'Second', { for: Store, render, timeout: Duration.hours(1) });
    assert.equal(longer.timeout.toMilliseconds(), 3_600_000);
  });

  it('a controller with a timeout of 0 is refused', () => {
    class Rack extends CustomResource({
      group: 'example.com',
      version: 'v1',
      kind: 'Rack',
      scope: 'Cluster',
      spec: z.object({}),
    }) {}
    const app = new App();
    new Controller(new Operator(app, 'rack-operator', release), 'Controller', {
      for: Rack,
      render: () => undefined,
      timeout: Duration.seconds(0),
    });
    assert.deepEqual(findings(app), ['[rack-operator/Controller] timeout is not above 0: write a longer duration']);
  });

  it('a controller reports all unknown kinds at once', () => {
    const app = new App();
    const foreign = (kind: string) => ({ GVK: { apiVersion: 'foreign.example.com/v1', kind }, prototype: {} });
    new Controller(new Operator(app, 'cache-operator', release), 'Controller', {
      for: Cache,
      owns: [foreign('Owned')],
      watches: [{ kind: foreign('Watched'), map: () => [] }],
      references: [{ kind: foreign('Referenced'), names: () => [] }],
      render: () => undefined,
      concurrency: 0,
    });
    const remedy = (kind: string) =>
      `describe it as { group: 'foreign.example.com', version: 'v1', kind: '${kind}', plural: '…', scope: 'Namespaced' }`;
    assert.deepEqual(findings(app), [
      `[cache-operator/Controller] Owned.foreign.example.com/v1 is not a built-in kind: ${remedy('Owned')}`,
      `[cache-operator/Controller] Watched.foreign.example.com/v1 is not a built-in kind: ${remedy('Watched')}`,
      `[cache-operator/Controller] Referenced.foreign.example.com/v1 is not a built-in kind: ${remedy('Referenced')}`,
      '[cache-operator/Controller] concurrency is 0: write a whole number from 1',
    ]);
  });
});
