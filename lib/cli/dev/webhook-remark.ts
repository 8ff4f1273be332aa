import type { KubernetesObject } from '../../api/index.ts';
import { type Client, isServerError } from '../../client/index.ts';
import { type Operator, Sample } from '../../constructs/index.ts';
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
      'the API servers call the webhooks of the operator in the cluster, not these: give --webhook-url an address of this machine that they reach',
    ];
  }
  const client = connect();
  try {
    // A dry run calls the webhooks of the kind.
    for (const { object } of Sample.in(operator)) {
      const found = operator.definitions.find(({ definition }) => definition.kind === object.kind);
      const sample: KubernetesObject = object.toJson();
      const metadata = { namespace: 'default', ...sample.metadata };
      if (found !== undefined) await client.create(found.definition, { ...sample, metadata }, { dryRun: true });
    }
    return [];
  } catch (error) {
    const isUnreached = isServerError(error) && /webhook/.test(thrownText(error));
    return isUnreached ? [`the API servers don't reach this process at ${webhookUrl}: ${thrownText(error)}`] : [];
  } finally {
    await client.close();
  }
}
