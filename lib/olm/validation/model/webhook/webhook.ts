// In: a bundle. Out: the webhooks that OLM registers for it, with their places. Called by the rules about webhooks and
// their Services.

import { isJsonObject } from '../../../../api/index.ts';
import type { BundleContent, Place } from '../../../content/index.ts';
import { bundleDeployments, type Deployment } from '../workload/deployment.ts';

/** A webhook that OLM registers. */
export interface Webhook {
  readonly place: Place;
  /** The type; empty if it has none. */
  readonly type: string;
  /** Its generateName; empty if it has none. */
  readonly name: string;
  /** The Deployment that serves it, if there is one. */
  readonly deployment: Deployment | undefined;
  /** The place of the pod's port. */
  readonly targetPlace: Place;
  /** The port of the pod, by number or by name; by default the port of the Service. */
  readonly target: unknown;
  /** The port of the Service, by default 443. */
  readonly port: unknown;
  readonly isConversion: boolean;
  /** True for admission webhooks, false for conversion webhooks and unknown types. */
  readonly isAdmission: boolean;
}

/** The types that OLM knows. */
export const webhookTypes: readonly string[] = [
  'ValidatingAdmissionWebhook',
  'MutatingAdmissionWebhook',
  'ConversionWebhook',
];

/** Returns the webhooks of a bundle, in their order. */
export function bundleWebhooks(bundle: BundleContent): readonly Webhook[] {
  const all = bundleDeployments(bundle);
  // An item that isn't a definition is reported separately.
  const definitions = bundle.clusterServiceVersion
    .at('spec', 'webhookdefinitions')
    .items.filter(({ value }) => isJsonObject(value));
  return definitions.map((place) => {
    const type = place.at('type').text ?? '';
    const containerPort = place.at('containerPort');
    const port = containerPort.isAbsent ? 443 : containerPort.value;
    const targetPlace = place.at('targetPort');
    const called = place.at('deploymentName').text;
    return {
      place,
      type,
      name: place.at('generateName').text ?? '',
      deployment: all.find(({ name }) => name !== '' && name === called),
      port,
      targetPlace: targetPlace.isAbsent && !containerPort.isAbsent ? containerPort : targetPlace,
      target: targetPlace.isAbsent ? port : targetPlace.value,
      isConversion: type === 'ConversionWebhook',
      isAdmission: type !== 'ConversionWebhook' && webhookTypes.includes(type),
    };
  });
}

/** Returns the Service that OLM creates for the webhooks of a Deployment. */
export function webhookServiceName(deployment: string): string {
  return `${deployment.replaceAll('.', '-')}-service`;
}
