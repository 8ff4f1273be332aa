import { isDns1035Label, isSubdomain } from '../../../../api/index.ts';
import type { BundleContent, Place } from '../../../content/index.ts';
import { placeRule } from '../../../finding/content-rule.ts';
import type { BundleRule } from '../../bundle-rule.ts';
import {
  bundleWebhooks,
  duplicatePort,
  hasConflictingTarget,
  type Webhook,
  webhookServiceName,
  webhookTargetNames,
  webhookTargetProblem,
} from '../../model/webhook/bundle-webhook.ts';
import { containerPortsOf, deploymentNames, deploymentsOfService } from '../../model/workload/bundle-deployment.ts';
import { isPortNumber } from '../../model/workload/port.ts';

/** Rules for the Services of webhooks: those that OLM creates, and those in the bundle. */
export const webhookServiceRules: readonly BundleRule[] = [
  {
    id: 'webhook-service-name',
    demand: 'OLM can create a Service for a Deployment with webhooks: its name with -service is a DNS label.',
    rejection: { by: 'API server', message: 'metadata.name: Invalid value: "…": a DNS-1035 label' },
    *check(bundle) {
      const called = new Set(bundleWebhooks(bundle).map(({ deployment }) => deployment));
      for (const { place, name } of [...called].filter((deployment) => deployment !== undefined)) {
        const service = webhookServiceName(name);
        // A name that isn't valid for a Deployment is reported there.
        if (isDns1035Label(service) || !isSubdomain(name)) continue;
        yield {
          place: place.at('name'),
          what: `OLM would give the Service of its webhooks the name ${service}, which is not valid`,
          remedy: 'start the name with a letter, with at most 55 characters',
        };
      }
    },
  },
  {
    id: 'webhook-port-conflict',
    demand: "A port of OLM's Service leads to one port of the Deployment.",
    rejection: duplicatePort,
    *check(bundle) {
      const isTyped = ({ target }: Webhook) => typeof target === 'number' || typeof target === 'string';
      const all = bundleWebhooks(bundle).filter((webhook) => webhook.deployment !== undefined && isTyped(webhook));
      const served = all.filter((webhook) => webhookTargetProblem(webhook) === undefined);
      for (const onePort of Map.groupBy(served, ({ deployment, port }) =>
        JSON.stringify([deployment?.name, port]),
      ).values()) {
        const usual = webhookOfMostTargets(onePort);
        for (const webhook of onePort) {
          if (usual === undefined || usual.target === webhook.target) continue;
          yield {
            place: webhook.targetPlace,
            what: `port ${String(webhook.port)} of the Service leads to ${String(usual.target)} for ${usual.name}, and can't also lead to ${String(webhook.target)}`,
            remedy: 'write the same targetPort, or another containerPort',
          };
        }
      }
    },
  },
  {
    id: 'webhook-service',
    demand: 'The bundle has no Service for its webhooks: OLM creates one.',
    *check(bundle) {
      for (const service of bundle.manifestsOf('', 'Service')) {
        const deployment = deploymentServedBy(service, bundle);
        if (deployment === undefined) continue;
        yield {
          place: service.at('metadata', 'name'),
          what: `it leads to the webhooks of ${deployment}, for which OLM creates ${webhookServiceName(deployment)}`,
          remedy: 'leave it out of the bundle',
        };
      }
    },
  },
  placeRule({
    id: 'webhook-deployment',
    demand: 'The target of a webhook is a Deployment of the bundle.',
    rejection: { by: 'OLM v1', message: 'webhook of type … references non-existent deployment' },
    at: (bundle) => bundleWebhooks(bundle).map(({ place }) => place.at('deploymentName')),
    isRight(name, bundle) {
      const names = deploymentNames(bundle);
      // Missing Deployments or names are reported at the Deployments.
      return names.length === 0 || names.includes('') || name.isMistyped() || names.includes(name.text ?? '');
    },
    what: ({ text }) =>
      text === undefined ? 'it names no Deployment' : `no Deployment of the bundle has the name ${text}`,
    remedy: (_name, bundle) => `name ${deploymentNames(bundle).join(' or ')}`,
  }),
  {
    id: 'webhook-target-port',
    demand: 'The targetPort of a webhook is a port of its Deployment.',
    rejection: { by: 'API server', message: 'failed calling webhook: no endpoints available for service' },
    *check(bundle) {
      const all = bundleWebhooks(bundle);
      for (const webhook of all) {
        const problem = webhookTargetProblem(webhook);
        if (problem === undefined) continue;
        const ports = webhook.deployment === undefined ? [] : containerPortsOf(webhook.deployment);
        const known = ports.map((port) => port.at('name').text ?? String(port.at('containerPort').value));
        yield {
          place: webhook.targetPlace,
          // A container need not declare the ports that it listens at.
          ...(isPortNumber(webhook.target) &&
            (hasConflictingTarget(webhook, all) ? { rejection: duplicatePort } : { severity: 'warning' })),
          what: problem,
          remedy: `write the operator's port for webhooks${known.length > 0 ? `: it has ${known.join(', ')}` : ''}`,
        };
      }
    },
  },
];

function webhookOfMostTargets(webhooks: readonly Webhook[]): Webhook | undefined {
  const count = ({ target }: Webhook) => webhooks.filter((each) => each.target === target).length;
  return webhooks.toSorted((one, other) => count(other) - count(one))[0];
}

/** Returns the Deployment whose webhooks a Service of the bundle leads to, if any. */
function deploymentServedBy(service: Place, bundle: BundleContent): string | undefined {
  const behind = deploymentsOfService(service, bundle);
  const ports = service.at('spec', 'ports').items.map((port) => {
    const target = port.at('targetPort');
    return target.isAbsent ? port.at('port').value : target.value;
  });
  const found = bundleWebhooks(bundle).find((webhook) => {
    const { deployment } = webhook;
    if (deployment === undefined) return false;
    if (service.at('metadata', 'name').text === webhookServiceName(deployment.name)) return true;
    if (!behind.includes(deployment) || webhookTargetProblem(webhook) !== undefined) return false;
    return ports.some((port) => webhookTargetNames(webhook).includes(port));
  });
  return found?.deployment?.name;
}
