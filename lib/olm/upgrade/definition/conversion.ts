import type { BundleContent, Place } from '../../content/index.ts';

/** Returns true if a webhook converts a kind, by its definition or by the ClusterServiceVersion. */
export function isKindConverted(definition: Place, bundle: BundleContent): boolean {
  const name = definition.at('metadata', 'name').text;
  if (definition.at('spec', 'conversion', 'strategy').text === 'Webhook') return true;
  const webhooks = bundle.clusterServiceVersion.at('spec', 'webhookdefinitions').items;
  return name !== undefined && webhooks.some((webhook) => webhook.at('conversionCRDs').texts.includes(name));
}
