import type { BundleContent } from '../../../content/index.ts';
import { accountGrants, isGranted } from '../../model/access/grant.ts';
import { bundleDefinitions, type Definition } from '../../model/definition/definition.ts';
import { bundleWebhooks } from '../../model/webhook/webhook.ts';
import type { BundleRule } from '../../rule.ts';

/** Rules for a conversion inside a definition. */
export const definitionConversionRules: readonly BundleRule[] = [
  {
    id: 'definition-conversion',
    demand:
      'A conversion webhook is a ConversionWebhook of the ClusterServiceVersion: OLM writes it into the definition.',
    rejection: { by: 'API server', message: 'conversion webhook for … failed' },
    *check(bundle) {
      const converted = bundleWebhooks(bundle)
        .filter(({ isConversion }) => isConversion)
        .flatMap(({ place }) => place.at('conversionCRDs').texts);
      for (const { place, name } of bundleDefinitions(bundle)) {
        const strategy = place.at('spec', 'conversion', 'strategy');
        if (strategy.text !== 'Webhook') continue;
        const isKnown = converted.includes(name);
        // A failed upgrade: https://github.com/opendatahub-io/opendatahub-operator/issues/3962
        const what = isKnown
          ? 'it takes effect before OLM has written a certificate into it: until then no object can be read'
          : 'no ConversionWebhook names the definition, so that it gets no certificate';
        const remedy = isKnown
          ? 'leave out spec.conversion, OLM writes it'
          : 'add a ConversionWebhook to webhookdefinitions, and leave out spec.conversion';
        const isUsable = isKnown || isClientComplete(place) || isClientCompletedByOthers(place, bundle);
        yield { place: strategy, what, remedy, ...(isUsable && { severity: 'warning' }) };
      }
    },
  },
];

/** Returns true if a client can be called without changes by OLM. */
function isClientComplete(place: Definition['place']): boolean {
  const client = place.at('spec', 'conversion', 'webhook', 'clientConfig');
  return !client.at('caBundle').isAbsent || !client.at('url').isAbsent;
}

/** Returns true if OpenShift or the operator itself may write the certificate. */
function isClientCompletedByOthers(place: Definition['place'], bundle: BundleContent): boolean {
  const isInjected = place.at('metadata', 'annotations', 'service.beta.openshift.io/inject-cabundle').text === 'true';
  const all = accountGrants(bundle);
  const definitions = { group: 'apiextensions.k8s.io', resource: 'customresourcedefinitions' };
  return isInjected || ['update', 'patch'].some((verb) => isGranted(all, { ...definitions, verb }));
}
