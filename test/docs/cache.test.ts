import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { App, Testing } from 'cdk8s';
import type { KubernetesObject } from '../../lib/index.ts';
import { CacheOperator } from './cache/operator.ts';

/** Returns the manifests of one kind. */
function manifests(kind: string, shards?: number): KubernetesObject[] {
  const operator = new CacheOperator(new App(), 'cache-operator', {
    version: '1.0.0',
    image: 'example.com/cache-operator:1.0.0',
    watchNamespaces: ['team-a', 'team-b'],
    ...(shards !== undefined && { replicas: 3, shards }),
  });
  return (Testing.synth(operator) as KubernetesObject[]).filter((manifest) => manifest.kind === kind);
}

const names = (objects: readonly KubernetesObject[]): string[] =>
  objects.map(({ metadata }) => `${metadata.namespace ?? ''}/${metadata.name}`);

describe('the operator of the guide to running one', () => {
  it('an operator has its rights in its namespaces, and elsewhere only for its metrics and its definition', () => {
    assert.deepEqual(
      names(manifests('Role')).filter((name) => name.startsWith('team-')),
      ['team-a/cache-operator-manager-role', 'team-b/cache-operator-manager-role'],
    );
    const [role] = manifests('ClusterRole').filter(({ metadata }) => metadata.name === 'cache-operator-manager-role');
    const { rules } = role as KubernetesObject & { rules: { resources: string[]; resourceNames?: string[] }[] };
    assert.deepEqual(
      rules.map(({ resources, resourceNames }) => ({ resources, isNamed: resourceNames !== undefined })),
      [{ resources: ['customresourcedefinitions'], isNamed: true }],
    );
  });

  it('an operator has no right to delete children that it keeps when they are no longer rendered', () => {
    const [role] = manifests('Role').filter(({ metadata }) => metadata.namespace === 'team-a');
    const { rules } = role as KubernetesObject & { rules: { resources: string[]; verbs: string[] }[] };
    const verbs = (resource: string) => rules.find(({ resources }) => resources.includes(resource))?.verbs;
    assert.ok(verbs('configmaps')?.includes('delete'));
    assert.ok(!verbs('serviceaccounts')?.includes('delete'));
  });

  it('an operator has a lease for each shard when replicas share the work', () => {
    assert.ok(JSON.stringify(manifests('Role', 12)).includes('cache-operator-shard-11'));
    assert.ok(!JSON.stringify(manifests('Role')).includes('cache-operator-shard'));
  });
});
