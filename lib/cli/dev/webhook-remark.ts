import type { KubernetesObject } from '../../api/index.ts';
import { type Client, isServerError } from '../../client/index.ts';
import type { Operator } from '../../constructs/index.ts';
import { thrownText } from '../../system/index.ts';
import type { DevOptions } from './dev-option.ts';

/** Returns a sentence for the developer if API servers don't reach the webhooks of this process at their URL. */
export async function webhookRemarks(
  operator: Operator,
  connect: () => Client,
  { webhookUrl }: DevOptions,
): Promise<readonly string[]> {
  if (!operator.webhooks.isNeeded || webhookUrl === undefined) return [];
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
