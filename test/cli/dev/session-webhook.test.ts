import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { App } from 'cdk8s';
import { DatabaseOperator } from '../../../apps/database/operator.ts';
import { release } from '../../../apps/database/release.ts';
import { definitionKind, type KubernetesObject, validatingConfigurationKind } from '../../../lib/api/index.ts';
import { remoteDevCluster } from '../../../lib/cli/dev/remote-dev-cluster.ts';
import { createNamespace, removeUnservedWebhooks, servedConversions } from '../../../lib/cli/dev/session-webhook.ts';
import { fieldsIn, textAt } from '../../../lib/schema/index.ts';
import { EmbeddedCluster } from '../../../lib/testing/index.ts';

const manifests: readonly KubernetesObject[] = new DatabaseOperator(new App(), 'databases', release).toJson();
const withoutServices = manifests.filter(({ kind }) => kind !== 'Service');
const { name: definition = '' } = manifests.find(({ kind }) => kind === definitionKind.kind)?.metadata ?? {};

describe('the webhooks of an operator after dev', () => {
  /** Returns the number of registrations, the strategy of conversions, and their Service. */
  async function remaining(installed: readonly KubernetesObject[]): Promise<readonly [number, string, string]> {
    await using cluster = await EmbeddedCluster.start();
    const client = cluster.client();
    await createNamespace(client, manifests);
    await createNamespace(client, manifests);
    await cluster.apply(...installed);
    const conversions = await servedConversions(client, installed);
    // As the session of `dev` leaves it.
    await cluster.apply(...manifests.filter(({ kind }) => kind === definitionKind.kind));
    await removeUnservedWebhooks(client, manifests, conversions);
    await removeUnservedWebhooks(client, manifests, conversions);
    const { items } = await client.list(validatingConfigurationKind);
    const { spec } = await client.get(definitionKind, { name: definition });
    const service = textAt(spec, 'conversion.webhook.clientConfig.service.name');
    return [items.length, textAt(spec, 'conversion.strategy'), service];
  }

  it('the webhooks of an operator stay after dev if their Service exists', async () => {
    assert.deepEqual(await remaining(manifests), [1, 'Webhook', 'database-conversion-webhook']);
  });

  it('the webhooks of an operator are removed after dev if the operator is not installed', async () => {
    assert.deepEqual(await remaining(withoutServices), [0, 'None', '']);
  });

  it('webhooks are removed after dev, and conversions restored, if OLM has installed another Service', async () => {
    const key = { namespace: 'default', name: 'olm-service' };
    const service = { apiVersion: 'v1', kind: 'Service', metadata: key, spec: { ports: [{ port: 443 }] } };
    const clientConfig = { service: { ...key, path: '/convert', port: 443 } };
    const conversion = { strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions: ['v1'] } };
    const installed = withoutServices.map((object) =>
      object.kind === definitionKind.kind ? { ...object, spec: { ...fieldsIn(object.spec), conversion } } : object,
    );
    assert.deepEqual(await remaining([service, ...installed]), [0, 'Webhook', 'olm-service']);
  });

  it('the webhooks of an operator that is not installed are removed after dev, also if it fails', async () => {
    await using cluster = await EmbeddedCluster.start();
    const { kubeconfig } = await cluster.listen();
    const [name, namespace] = ['database-operator', 'default'];
    const lists = { leases: [], manifests: withoutServices, samples: [], kinds: [] };
    const operator = { name, namespace, certificateLease: `${name}-certificate`, ...lists };
    await using devCluster = await remoteDevCluster({ kubeconfig, webhookUrl: 'https://192.0.2.1' });
    const work = devCluster.inPlaceOf(operator, new AbortController().signal, async () => {
      await cluster.apply(...withoutServices);
      throw new Error('the dashboard is lost');
    });
    await assert.rejects(work, /the dashboard is lost/);
    assert.deepEqual((await cluster.client().list(validatingConfigurationKind)).items, []);
  });
});
