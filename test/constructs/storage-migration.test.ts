import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { App } from 'cdk8s';
import { z } from 'zod';
import { Controller, CustomResource, Operator, StorageMigration } from '../../lib/index.ts';

const names = { group: 'example.com', kind: 'Cache', spec: z.object({}) };
class OldCache extends CustomResource({ ...names, version: 'v1beta1' }) {}
const nothing = () => ({ spec: {}, status: {} });
class Cache extends CustomResource({
  ...names,
  version: 'v1',
  versions: [{ of: OldCache, up: nothing, down: nothing }],
}) {}

function operator(): Operator {
  const subject = new Operator(new App(), 'cache-operator', { version: '1.2.3', image: 'example.com/cache:1' });
  new Controller(subject, 'Caches', { for: Cache, render: () => undefined });
  return subject;
}

/** Returns the rules of the manager's role that a plain operator lacks. */
function furtherRules(subject: Operator): unknown[] {
  const rules = (each: Operator) => {
    const role = each
      .toJson()
      .find(({ kind, metadata }) => kind === 'ClusterRole' && metadata.name === 'cache-operator-manager-role');
    return role?.rules as unknown[];
  };
  const plain = new Set(rules(operator()).map((rule) => JSON.stringify(rule)));
  return rules(subject).filter((rule) => !plain.has(JSON.stringify(rule)));
}

describe('a storage migration', () => {
  it('an operator finds its storage migrations, which have the kind', () => {
    const subject = operator();
    assert.deepEqual(StorageMigration.in(subject), []);
    const migration = new StorageMigration(subject, 'Migration', { of: Cache });
    assert.deepEqual(StorageMigration.in(subject), [migration]);
    assert.equal(migration.kind, Cache.definition);
  });

  it('a storage migration grants to read its definition, patch its status, and list and patch the objects', () => {
    const subject = operator();
    new StorageMigration(subject, 'Migration', { of: Cache });
    const definition = { apiGroups: ['apiextensions.k8s.io'], resourceNames: ['caches.example.com'] };
    assert.partialDeepStrictEqual(furtherRules(subject), [
      { ...definition, resources: ['customresourcedefinitions'], verbs: ['get'] },
      { ...definition, resources: ['customresourcedefinitions/status'], verbs: ['patch'] },
      { apiGroups: ['example.com'], resources: ['caches'], verbs: ['list', 'watch', 'patch'] },
    ]);
    assert.equal(furtherRules(subject).length, 3);
  });

  it('a storage migration is refused for a class without a controller, or with another migration', () => {
    const subject = operator();
    new StorageMigration(subject, 'First', { of: Cache });
    const second = new StorageMigration(subject, 'Second', { of: Cache });
    const old = new StorageMigration(subject, 'Old', { of: OldCache });
    assert.deepEqual(second.node.validate(), [
      'cache-operator/First migrates Cache.example.com/v1, too: leave one of the two out',
    ]);
    assert.deepEqual(old.node.validate(), [
      'no controller of this operator is for Cache.example.com/v1beta1: name the class of a controller',
    ]);
  });

  it('a storage migration of a kind without older versions is refused', () => {
    class Key extends CustomResource({ group: 'example.com', version: 'v1', kind: 'Key', spec: z.object({}) }) {}
    const subject = operator();
    new Controller(subject, 'Keys', { for: Key, render: () => undefined });
    assert.deepEqual(new StorageMigration(subject, 'Migration', { of: Key }).node.validate(), [
      'Key.example.com/v1 has no older versions in which objects could be stored: leave it out until there is one',
    ]);
  });
});
