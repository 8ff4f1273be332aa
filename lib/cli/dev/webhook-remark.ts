import { networkInterfaces } from 'node:os';
import type { KubernetesObject } from '../../api/index.ts';
import { type Client, isServerError } from '../../client/index.ts';
import type { Operator } from '../../constructs/index.ts';
import { thrownText } from '../../system/index.ts';
import type { DevOptions } from './dev-option.ts';

/** Returns a sentence for the developer if API servers don't reach the webhooks of this process. */
export async function webhookRemarks(
  operator: Operator,
  connect: () => Client,
  { webhookUrl }: DevOptions,
): Promise<readonly string[]> {
  if (!operator.webhooks.isNeeded) return [];
  if (webhookUrl === undefined) {
    return [
      `the API servers call the webhooks of the operator in the cluster, not these: give --webhook-url an address of this machine that they reach${suggestedUrls()}`,
    ];
  }
  const client = connect();
  try {
    // A dry run calls the webhooks of the kind.
    const samples: readonly KubernetesObject[] = operator.samples?.toJson() ?? [];
    for (const sample of samples) {
      const found = operator.definitions.find(({ definition }) => definition.kind === sample.kind);
      const metadata = { namespace: 'default', ...sample.metadata };
      if (found !== undefined) await client.create(found.definition, { ...sample, metadata }, { dryRun: true });
    }
    return [];
  } catch (error) {
    const isUnreached = isServerError(error) && thrownText(error).includes('webhook');
    return isUnreached ? [`the API servers don't reach this process at ${webhookUrl}: ${thrownText(error)}`] : [];
  } finally {
    await client.close();
  }
}

/** Returns the URLs to try: the addresses of this machine, also in the networks of local clusters. */
function suggestedUrls(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  const reachable = addresses.filter(({ family, internal }) => family === 'IPv4' && !internal);
  const urls = [...new Set(reachable.map(({ address }) => `https://${address}`))];
  return urls.length === 0 ? '' : `, such as ${urls.join(' or ')}`;
}
