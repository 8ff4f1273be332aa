import { isMistyped } from '../../mistyped.ts';
import { isPortNumber } from '../../port.ts';
import type { BundleRule } from '../../rule.ts';
import { webhooks } from '../../webhook/webhook.ts';
import { duplicatePort, isAtOddsWithAnother, portsOf, targetProblem } from '../../webhook/webhook-target.ts';
import { deployments } from '../../workload/deployment.ts';

/** Rules for the target of webhooks: a Deployment, and one of its ports. */
export const webhookTargetRules: readonly BundleRule[] = [
  {
    id: 'webhook-deployment',
    demand: 'The target of a webhook is a Deployment of the bundle.',
    rejection: { by: 'OLM v1', message: 'webhook of type … references non-existent deployment' },
    *check(bundle) {
      const names = deployments(bundle).map(({ name }) => name);
      // Missing Deployments or names are reported at the Deployments.
      if (names.length === 0 || names.includes('')) return;
      for (const place of webhooks(bundle).map((webhook) => webhook.place.at('deploymentName'))) {
        if (isMistyped(place) || (place.text !== undefined && names.includes(place.text))) continue;
        yield {
          place,
          what: place.isAbsent
            ? 'it names no Deployment'
            : `no Deployment of the bundle has the name ${place.text ?? ''}`,
          remedy: `name ${names.join(' or ')}`,
        };
      }
    },
  },
  {
    id: 'webhook-target-port',
    demand: 'The targetPort of a webhook is a port of its Deployment.',
    rejection: { by: 'API server', message: 'failed calling webhook: no endpoints available for service' },
    *check(bundle) {
      const all = webhooks(bundle);
      for (const webhook of all) {
        const problem = targetProblem(webhook);
        if (problem === undefined) continue;
        const ports = webhook.deployment === undefined ? [] : portsOf(webhook.deployment);
        const known = ports.map((port) => port.at('name').text ?? String(port.at('containerPort').value));
        yield {
          place: webhook.targetPlace,
          // A container need not declare the ports that it listens at.
          ...(isPortNumber(webhook.target) &&
            (isAtOddsWithAnother(webhook, all) ? { rejection: duplicatePort } : { severity: 'warning' })),
          what: problem,
          remedy: `write the operator's port for webhooks${known.length > 0 ? `: it has ${known.join(', ')}` : ''}`,
        };
      }
    },
  },
];
