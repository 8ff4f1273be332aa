import type { BundleContent, Place } from '../../../content/index.ts';
import { placeRule } from '../../../finding/content-rule.ts';
import { repeatedItems } from '../../../finding/repetition.ts';
import type { Violation } from '../../../finding/violation.ts';
import type { BundleRule } from '../../bundle-rule.ts';
import { bundleWebhooks, type Webhook } from '../../model/webhook/bundle-webhook.ts';

/** Rules for the requests that admission webhooks match. */
export const webhookRequestRules: readonly BundleRule[] = [
  placeRule({
    id: 'webhook-rules',
    demand: 'An admission webhook has rules.',
    at: (bundle) => admissionWebhooksIn(bundle).map(({ place }) => place.at('rules')),
    isRight: (rules) => rules.items.length > 0 || rules.isMistyped('list'),
    what: 'the webhook matches no requests',
    remedy: 'write a rule for its requests',
  }),
  {
    id: 'webhook-forbidden-rule',
    demand: 'A webhook matches neither all groups, nor those of OLM or of webhook registrations.',
    rejection: { by: 'OLM', message: 'InvalidWebhookDescription: webhook rules cannot include all groups' },
    *check(bundle) {
      for (const { place } of admissionWebhooksIn(bundle)) {
        for (const rule of place.at('rules').items) yield* forbiddenGroupViolations(rule);
      }
    },
  },
  {
    id: 'webhook-repeated',
    demand: 'API servers call each webhook once per request.',
    *check(bundle) {
      const named = admissionWebhooksIn(bundle).filter(({ place }) => place.at('rules').items.length > 0);
      for (const { place, type } of repeatedItems(named, webhookQuestion)) {
        yield {
          place,
          what: `another ${type} matches the same objects at the same path`,
          remedy: 'leave one of the two out, or correct its path or its rules',
        };
      }
    },
  },
];

function webhookQuestion({ place, type }: Webhook): string {
  const asked = ['deploymentName', 'targetPort', 'webhookPath', 'rules', 'objectSelector'];
  return JSON.stringify([type, ...asked.map((field) => place.at(field).value ?? null)]);
}

function admissionWebhooksIn(bundle: BundleContent): readonly Webhook[] {
  return bundleWebhooks(bundle).filter(({ isAdmission }) => isAdmission);
}

const groupOfOlm1 = 'olm.operatorframework.io';

/** Group → the reason why a webhook may not match it: OLM couldn't repair a cluster in which the webhook fails. */
export const forbiddenGroups: ReadonlyMap<string, string> = new Map([
  ['*', 'a webhook may not match all groups, since OLM is among them'],
  ['operators.coreos.com', 'a webhook may not match the group of OLM'],
  [groupOfOlm1, 'a webhook may not match the group of OLM v1'],
]);

const namesForOlm: readonly string[] = ['*', 'MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'];

/** OLM v1 rejects it, and OLM accepts it. */
const forOlm1Alone: Pick<Violation, 'severity' | 'strict'> = {
  severity: 'warning',
  strict: { audiences: ['olm-v1'], by: 'OLM v1', message: 'contains forbidden rule' },
};

const registrations: readonly string[] = ['mutatingwebhookconfiguration', 'validatingwebhookconfiguration', '*'];

function* forbiddenGroupViolations(rule: Place): Generator<Violation> {
  for (const place of rule.at('apiGroups').items) {
    const what = forbiddenGroups.get(place.text ?? '');
    if (what === undefined) continue;
    const remedy = 'name the groups of its resources';
    yield { place, what, remedy, ...(place.text === groupOfOlm1 && forOlm1Alone) };
  }
  if (!rule.at('apiGroups').texts.includes('admissionregistration.k8s.io')) return;
  for (const place of rule.at('resources').items) {
    const [resource = ''] = (place.text ?? '').toLowerCase().split('/');
    if (!registrations.includes(resource.replace(/s$/, ''))) continue;
    yield {
      place,
      // OLM compares resources with the names of kinds.
      ...(!namesForOlm.includes(place.text ?? '') && forOlm1Alone),
      what: 'a webhook may not match registrations of webhooks',
      remedy: 'leave it out',
    };
  }
}
