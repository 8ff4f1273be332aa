import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { App } from 'cdk8s';
import { Construct } from 'constructs';
import { z } from 'zod';
import { Controller, CustomResource, type CustomResourceClass, Operator, type OperatorProps } from '../../lib/index.ts';

const release: OperatorProps = { version: '1.2.3', image: 'example.com/cache-operator:1.2.3' };

class Cache extends CustomResource({ group: 'example.com', version: 'v1', kind: 'Cache', spec: z.object({}) }) {}

function control(operator: Operator, kind: CustomResourceClass, id = 'Controller'): void {
  new Controller(operator, id, { for: kind, render: () => undefined });
}

/** Returns all findings of an app, each with its path. */
function findings(app: App): string[] {
  return app.node.findAll().flatMap(({ node }) => node.validate().map((finding) => `[${node.path}] ${finding}`));
}

function findingsOf(props: Partial<OperatorProps>, id = 'cache-operator'): string[] {
  const app = new App();
  new Operator(app, id, { ...release, ...props });
  return findings(app);
}

describe('an operator', () => {
  it('an operator is refused for an id that isn’t valid in the names of all its objects', () => {
    assert.deepEqual(findingsOf({}, 'a'.repeat(36)), []);
    for (const id of ['a'.repeat(37), 'Cache', '1cache', 'cache-', 'cache_operator']) {
      assert.deepEqual(findingsOf({ namespace: 'caches' }, id), [
        `[${id}] the id '${id}' names the operator's objects: use at most 36 lower-case letters, digits and '-' after a letter`,
      ]);
    }
  });

  it('an operator is refused for an invalid namespace, or one that exists in every cluster', () => {
    assert.deepEqual(findingsOf({ namespace: 'Caches' }), [
      "[cache-operator] namespace 'Caches' is not a valid name: use at most 63 lower-case letters, digits and '-'",
    ]);
    for (const namespace of ['default', 'kube-system']) {
      assert.deepEqual(findingsOf({ namespace }), [
        `[cache-operator] namespace '${namespace}' exists in every cluster, and the operator must not create it: name another one, such as operators`,
      ]);
    }
  });

  it('a confined operator is refused for invalid namespaces, and for the install mode AllNamespaces', () => {
    assert.deepEqual(findingsOf({ watchNamespaces: ['shop', 'default'] }), []);
    assert.deepEqual(findingsOf({ watchNamespaces: [] }), [
      '[cache-operator] watchNamespaces is empty: name one at least, or leave it out to watch all',
    ]);
    const provider = { name: 'Example' };
    const maintainers = [{ name: 'A', email: 'a@example.com' }];
    const bundle = { displayName: 'Cache', description: 'Keeps caches of all sizes at hand.', provider, maintainers };
    assert.deepEqual(findingsOf({ watchNamespaces: ['shop'], bundle }), []);
    assert.deepEqual(
      findingsOf({ watchNamespaces: ['Shop'], bundle: { ...bundle, installModes: ['AllNamespaces'] } }),
      [
        "[cache-operator] watchNamespaces has 'Shop', which is not a valid name: use at most 63 lower-case letters, digits and '-'",
        '[cache-operator] watchNamespaces and the install mode AllNamespaces exclude each other: leave one of the two out',
      ],
    );
  });

  it('an operator is refused for two classes of one kind, or two kinds of one name', () => {
    const alike = [
      class extends CustomResource({ group: 'example.com', version: 'v1', kind: 'Cache', spec: z.object({}) }) {},
      class extends CustomResource({ group: 'example.com', version: 'v2', kind: 'Cache', spec: z.object({}) }) {},
      class extends CustomResource({ group: 'example.org', version: 'v1', kind: 'Cache', spec: z.object({}) }) {},
      class extends CustomResource({
        group: 'example.com',
        version: 'v1',
        kind: 'Store',
        plural: 'caches',
        spec: z.object({}),
      }) {},
    ];
    for (const kind of alike) {
      const app = new App();
      const operator = new Operator(app, 'cache-operator', release);
      control(operator, Cache);
      control(operator, kind, 'Other');
      assert.match(
        findings(app).join('\n'),
        /^\[cache-operator] Cache\.example\.com\/v1 and \w+\.example\.\w+\/v\d can't both be defined: write one class for/,
      );
    }
  });

  it('two operators of one app are refused for the same name or the same kind', () => {
    const app = new App();
    control(new Operator(app, 'cache-operator', release), Cache);
    control(new Operator(new Construct(app, 'Old'), 'cache-operator', release), Cache);
    assert.deepEqual(findings(app), [
      '[Old/cache-operator] cache-operator is called cache-operator, too: give one of the two another id',
      '[Old/cache-operator] cache-operator defines caches.example.com, too: let one operator define it',
    ]);
  });

  it('an operator inside of another operator is refused', () => {
    const app = new App();
    new Operator(new Operator(app, 'outer', release), 'inner', release);
    assert.deepEqual(findings(app), [
      '[outer/inner] it is part of outer, another operator: construct it beside that one',
    ]);
  });
});
