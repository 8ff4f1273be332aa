import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { App } from 'cdk8s';
import { DatabaseOperator } from '../../../apps/database/operator.ts';
import { release } from '../../../apps/database/release.ts';
import { definitionKind, type KubernetesObject, validatingConfigurationKind } from '../../../lib/api/index.ts';
import { createNamespace, removeLooseWebhooks } from '../../../lib/cli/dev/webhook-objects.ts';
import { textAt } from '../../../lib/schema/index.ts';
import { EmbeddedCluster } from '../../../lib/testing/index.ts';

const manifests: readonly KubernetesObject[] = new DatabaseOperator(new App(), 'databases', release).toJson();
const { name: definition = '' } = manifests.find(({ kind }) => kind === definitionKind.kind)?.metadata ?? {};

describe('the webhooks of an operator after dev', () => {
  /** Returns the number of registrations, and the strategy of conversions. */
  async function remaining(installed: readonly KubernetesObject[]): Promise<readonly [number, string]> {
    await using cluster = await EmbeddedCluster.start();
    const client = cluster.client();
    await createNamespace(client, manifests);
    await createNamespace(client, manifests);
    await cluster.apply(...installed);
    await removeLooseWebhooks(client, manifests);
    await removeLooseWebhooks(client, manifests);
    const { items } = await client.list(validatingConfigurationKind);
    const { spec } = await client.get(definitionKind, { name: definition });
    return [items.length, textAt(spec, 'conversion.strategy')];
  }

  it('stay if their Service exists', async () => {
    assert.deepEqual(await remaining(manifests), [1, 'Webhook']);
  });

  it('are removed if the operator is not installed', async () => {
    assert.deepEqual(await remaining(manifests.filter(({ kind }) => kind !== 'Service')), [0, 'None']);
  });
});
