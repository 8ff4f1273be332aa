// In: a bundle. Out: the webhooks that OLM registers for it, with the places that rules ask for.
// Called by the rules about webhooks and about what leads to them.

import { isJsonObject } from '../../../api/index.ts';
import type { BundleContent, Place } from '../../content/index.ts';
import { type Deployment, deployments } from '../workload/deployment.ts';

/** A webhook that OLM registers. */
export interface Webhook {
  readonly place: Place;
  /** Empty if it has none. */
  readonly type: string;
  /** Its generateName; empty if it has none. */
  readonly name: string;
  /** The Deployment that answers, if there is one. */
  readonly deployment: Deployment | undefined;
  /** Where the port of the pod is said. */
  readonly targetPlace: Place;
  /** The port of the pod, by number or by name; the port of the Service unless it is said. */
  readonly target: unknown;
  /** The port of the Service: 443 unless it is said. */
  readonly port: unknown;
  readonly isConversion: boolean;
  /** Whether it is asked before objects are written. Neither, if its type is none that OLM knows. */
  readonly isAdmission: boolean;
}

/** The types that OLM knows. */
export const webhookTypes: readonly string[] = [
  'ValidatingAdmissionWebhook',
  'MutatingAdmissionWebhook',
  'ConversionWebhook',
];

/** The webhooks of a bundle, in their order. */
export function webhooks(bundle: BundleContent): readonly Webhook[] {
  const all = deployments(bundle);
  // What is no definition at all is told of as such.
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

/** The Service that OLM makes for the webhooks of a Deployment. */
export function webhookServiceName(deployment: string): string {
  return `${deployment.replaceAll('.', '-')}-service`;
}
