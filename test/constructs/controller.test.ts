import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { App } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { z } from 'zod';
import { Controller, CustomResource, Operator, type OperatorProps } from '../../lib/index.ts';

const release: OperatorProps = { version: '1.2.3', image: 'example.com/cache-operator:1.2.3' };

class Cache extends CustomResource({ group: 'example.com', version: 'v1', kind: 'Cache', spec: z.object({}) }) {}
class Store extends CustomResource({ group: 'example.com', version: 'v1', kind: 'Store', spec: z.object({}) }) {}

/** All findings of an app, each with its path. */
function findings(app: App): string[] {
  return app.node.findAll().flatMap(({ node }) => node.validate().map((finding) => `[${node.path}] ${finding}`));
}

describe('a controller', () => {
  it('knows its kinds by class, built in or not, and by description, each owned one once', () => {
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

  it('is found wherever it is in its operator', () => {
    const operator = new Operator(new App(), 'cache-operator', release);
    const first = new Controller(operator, 'First', { for: Cache, render: () => undefined });
    const second = new Controller(new Construct(operator, 'Group'), 'Second', { for: Store, render: () => undefined });
    assert.deepEqual(
      Controller.in(operator).map(({ node }) => node.path),
      [first.node.path, second.node.path],
    );
  });

  it('is the only one for its kind', () => {
    const app = new App();
    const operator = new Operator(app, 'cache-operator', release);
    new Controller(operator, 'First', { for: Cache, render: () => undefined });
    new Controller(operator, 'Second', { for: Cache, render: () => undefined });
    assert.deepEqual(findings(app), [
      '[cache-operator/Second] cache-operator/First is a controller for Cache, too: make one of the two',
    ]);
  });

  it('says all that it doesn’t know of its kinds', () => {
    const app = new App();
    const foreign = (kind: string) => ({ GVK: { apiVersion: 'foreign.example.com/v1', kind }, prototype: {} });
    new Controller(new Operator(app, 'cache-operator', release), 'Controller', {
      for: Cache,
      owns: [foreign('Owned')],
      watches: [{ kind: foreign('Watched'), map: () => [] }],
      render: () => undefined,
      concurrency: 0,
    });
    const remedy = (kind: string) =>
      `describe it as { group: 'foreign.example.com', version: 'v1', kind: '${kind}', plural: '…', scope: 'Namespaced' }`;
    assert.deepEqual(findings(app), [
      `[cache-operator/Controller] Owned.foreign.example.com/v1 is not a built-in kind: ${remedy('Owned')}`,
      `[cache-operator/Controller] Watched.foreign.example.com/v1 is not a built-in kind: ${remedy('Watched')}`,
      '[cache-operator/Controller] concurrency is 0: write a whole number from 1',
    ]);
  });
});
