import { isSubdomain } from '../../../../api/index.ts';
import { uniqueTextRule } from '../../../finding/content-rule.ts';
import type { Rejection } from '../../../finding/rejection.ts';
import type { Violation } from '../../../finding/violation.ts';
import type { BundleRule } from '../../bundle-rule.ts';
import { bundleWebhooks, type Webhook, webhookTypes } from '../../model/webhook/bundle-webhook.ts';

/** Rejects the label in which OLM writes the generateName. */
const tooLongLabel: Rejection = {
  by: 'API server',
  message: 'metadata.labels: Invalid value: "…": must be no more than 63',
};

/** Rules of API servers and OLM for a single webhook. */
export const webhookRules: readonly BundleRule[] = [
  {
    id: 'webhook-name',
    demand:
      'The generateName of a webhook is a DNS subdomain of up to 63 characters; one for admission has three parts.',
    rejection: {
      by: 'API server',
      message:
        'webhooks[0].name: Invalid value: "…": should be a domain with at least three segments separated by dots',
    },
    *check(bundle) {
      for (const place of bundle.clusterServiceVersion.at('spec', 'webhookdefinitions').items) {
        if (place.isAbsent) yield { place, what: 'there is no webhook', remedy: 'write it, or leave the item out' };
      }
      for (const { place, name, isAdmission } of bundleWebhooks(bundle)) {
        const problem = webhookNameProblem(name, isAdmission);
        if (problem === undefined || place.at('generateName').isMistyped()) continue;
        yield {
          place: place.at('generateName'),
          ...(name.length > 63 && { rejection: tooLongLabel }),
          ...(!isAdmission && namedForOlm1),
          what: name === '' ? 'the webhook has no generateName' : `${name} ${problem}`,
          remedy: 'write one such as vcache.example.com',
        };
      }
    },
  },
  uniqueTextRule({
    id: 'webhook-unique',
    demand: 'No two webhooks have the same generateName: OLM treats them as one.',
    rejection: { by: 'OLM', message: 'InvalidWebhookDescription: CSV contains repeated WebhookDescription name' },
    lists: (bundle) => [bundleWebhooks(bundle).map(({ place }) => place.at('generateName'))],
    what: (name) => `another webhook also has the name ${name}, and OLM rejects such an operator`,
    remedy: 'give each a name of its own',
  }),
  {
    id: 'webhook-path',
    demand: 'The path of a webhook is absolute, and its parts are DNS subdomains.',
    rejection: { by: 'API server', message: 'clientConfig.service.path: Invalid value' },
    *check(bundle) {
      for (const { place } of bundleWebhooks(bundle)) {
        const path = place.at('webhookPath');
        if (path.isAbsent) {
          yield {
            place: path,
            severity: 'warning',
            what: 'without a path the webhook is called at /, where few servers respond',
            remedy: "write the path of the operator's server",
          };
        } else if (path.text !== undefined && !isWebhookPath(path.text)) {
          yield {
            place: path,
            what: `'${path.text}' is not a valid path of a webhook`,
            remedy: "write parts of lower-case letters, digits, '-' and '.', each behind a '/'",
          };
        }
      }
    },
  },
  {
    id: 'webhook-path-shared',
    demand: 'A path of the operator serves webhooks of one type.',
    *check(bundle) {
      const isCalled = ({ place, type }: Webhook) =>
        place.at('webhookPath').text !== undefined && webhookTypes.includes(type);
      const all = bundleWebhooks(bundle).filter(isCalled);
      for (const [index, webhook] of all.entries()) {
        const other = all
          .slice(0, index)
          .find((each) => each.type !== webhook.type && isSameWebhookAddress(each, webhook));
        if (other === undefined) continue;
        yield {
          place: webhook.place.at('webhookPath'),
          what: `the ${other.type} ${other.name} has the same path, and expects another request`,
          remedy: "write this webhook's path of the operator's server",
        };
      }
    },
  },
  {
    id: 'webhook-review-versions',
    demand: 'A webhook supports reviews of version v1.',
    rejection: { by: 'API server', message: 'admissionReviewVersions: … value: …must ' },
    *check(bundle) {
      for (const { place, isConversion } of bundleWebhooks(bundle)) {
        const versions = place.at('admissionReviewVersions');
        const isOld = versions.texts.includes('v1beta1');
        if (versions.texts.includes('v1') || (isConversion && isOld) || versions.isMistyped('list')) continue;
        yield {
          place: versions,
          ...(isOld && { severity: 'warning' }),
          what: isOld
            ? 'it supports v1beta1 only, which API servers will drop'
            : `it supports ${versions.texts.join(', ') || 'no version'}, and API servers don't send that`,
          remedy: 'understand v1',
        };
      }
    },
  },
  {
    id: 'webhook-unsupported-field',
    demand:
      'A webhook has only fields that OLM knows: others would be lost, and the webhook would match more requests.',
    *check(bundle) {
      for (const { place } of bundleWebhooks(bundle)) {
        for (const [field, remedy] of unsupported) {
          if (place.at(field).isAbsent) continue;
          yield { place: place.at(field), what: `OLM has no field ${field} of webhooks and drops it`, remedy };
        }
      }
    },
  },
  {
    id: 'webhook-field',
    demand: 'A webhook has the fields of its type.',
    *check(bundle) {
      for (const { place, type } of bundleWebhooks(bundle).filter((webhook) => webhookTypes.includes(webhook.type))) {
        for (const [field, owner] of owners) {
          if (place.at(field).isAbsent || owner.includes(type)) continue;
          yield {
            place: place.at(field),
            what: `${field} has no effect in a ${type}`,
            remedy: 'leave it out, or correct the type',
          };
        }
      }
    },
  },
];

/** Fields of webhook configurations that OLM's definitions lack. */
const unsupported: readonly (readonly [field: string, remedy: string])[] = [
  ['namespaceSelector', 'leave it out: OLM selects the namespaces that the operator is installed for'],
  ['matchConditions', 'leave them out, and let the operator decide'],
  ['clientConfig', 'name the Deployment, the port and the path: OLM creates the Service and the certificate'],
];

/** Field → the types that have it. */
const owners: readonly (readonly [field: string, types: readonly string[]])[] = [
  ['conversionCRDs', ['ConversionWebhook']],
  ['reinvocationPolicy', ['MutatingAdmissionWebhook']],
  ['rules', ['ValidatingAdmissionWebhook', 'MutatingAdmissionWebhook']],
];

/** OLM doesn't use the name of a conversion webhook. */
const namedForOlm1: Pick<Violation, 'severity' | 'strict'> = {
  severity: 'warning',
  strict: { audiences: ['olm-v1'], by: 'OLM v1', message: 'webhook of type … has invalid name' },
};

/** OLM adds the name as a label, of at most 63 characters, to the objects that it creates. */
function webhookNameProblem(name: string, isAdmission: boolean): string | undefined {
  if (!isSubdomain(name)) return 'is not a DNS subdomain';
  if (name.length > 63) return `has ${name.length} characters, and may have 63`;
  return !isAdmission || name.split('.').length >= 3 ? undefined : 'has fewer than three parts with dots between them';
}

function isSameWebhookAddress(one: Webhook, other: Webhook): boolean {
  const [address, another] = [one, other].map(({ place, target }) =>
    JSON.stringify([place.at('deploymentName').text, target, place.at('webhookPath').text]),
  );
  return address === another;
}

/** @see https://github.com/kubernetes/apiserver/blob/master/pkg/util/webhook/validation.go */
function isWebhookPath(text: string): boolean {
  if (text === '' || text === '/') return true;
  const parts = text.slice(1).replace(/\/$/, '').split('/');
  return text.startsWith('/') && parts.every((part) => part !== '' && isSubdomain(part));
}
