import { isJsonObject } from '../../../../api/index.ts';
import type { BundleContent, Place } from '../../../content/index.ts';
import type { Rejection } from '../../../finding/rejection.ts';
import { bundleDeployments, containerPortsOf, type Deployment } from '../workload/bundle-deployment.ts';
import { isPortName, isPortNumber, protocolOf } from '../workload/port.ts';

/** A webhook that OLM registers. */
export interface Webhook {
  readonly place: Place;
  /** Empty if it has none, as the name. */
  readonly type: string;
  /** Its generateName. */
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

/**
 * The default webhook port of most operators, which they need not declare.
 *
 * @see https://github.com/kubernetes-sigs/controller-runtime/blob/main/pkg/webhook/server.go
 */
const defaultWebhookPort = 9443;

/** OLM applies a Service that has a port with two targets twice. */
export const duplicatePort: Rejection = {
  by: 'OLM',
  message: 'InstallComponentFailed: duplicate entries for key [port=…,protocol="TCP"]',
};

/** Returns true if another webhook has the same port of the Service with another port of the Deployment. */
export function hasConflictingTarget({ target, port, deployment }: Webhook, all: readonly Webhook[]): boolean {
  return all.some((each) => each.deployment === deployment && each.port === port && each.target !== target);
}

/** Returns why the port of a webhook isn't one of its Deployment; undefined if it is, or if it is unknown. */
export function webhookTargetProblem({ place, target, port, deployment }: Webhook): string | undefined {
  if (place.at('targetPort').isAbsent && !isPortNumber(port)) return undefined;
  if (typeof target === 'number' && Number.isInteger(target) && !isPortNumber(target))
    return `${target} is not a valid port`;
  if (typeof target === 'string' && !isPortName(target)) return `'${target}' is neither a port nor the name of one`;
  if (deployment === undefined) return undefined;
  const ports = containerPortsOf(deployment);
  if (typeof target === 'string') {
    const named = ports.filter((each) => each.at('name').text === target);
    if (named.length === 0) return `${deployment.name} has no port ${target}`;
    const isServed = named.some((each) => protocolOf(each) === 'TCP');
    return isServed ? undefined : `the port ${target} of ${deployment.name} is not a TCP port, which API servers need`;
  }
  if (target === defaultWebhookPort && !ports.some((each) => /hook|admission/.test(each.at('name').text ?? ''))) {
    return undefined;
  }
  const numbers = ports.map((each) => each.at('containerPort').value);
  const isKnown = ports.length === 0 || numbers.includes(target) || !numbers.every(isPortNumber);
  return isKnown || typeof target !== 'number' ? undefined : `no container of ${deployment.name} has a port ${target}`;
}

/** Returns the number and the names of a Deployment's port. */
export function webhookTargetNames({ target, deployment }: Webhook): readonly unknown[] {
  const ports = deployment === undefined ? [] : containerPortsOf(deployment);
  const targets = ports.filter((port) => [port.at('name').text, port.at('containerPort').value].includes(target));
  const names = targets.flatMap((port) => [port.at('name').text, port.at('containerPort').value]);
  return [target, ...names].filter((name) => name !== undefined);
}
