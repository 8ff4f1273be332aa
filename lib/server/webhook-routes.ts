import type { ResourceDefinition } from '../api/index.ts';
import {
  conversionPath,
  type MutatingWebhook,
  mutationPath,
  type ValidatingWebhook,
  validationPath,
} from '../constructs/index.ts';
import { mutationEndpoint } from './admission/mutation-endpoint.ts';
import { validationEndpoint } from './admission/validation-endpoint.ts';
import { conversionEndpoint } from './conversion/conversion-endpoint.ts';
import type { Endpoint, Routes } from './endpoint.ts';
import type { WebhookPorts } from './webhook-ports.ts';

/** The webhooks and conversions of an operator. */
export interface Webhooks {
  readonly validating: readonly ValidatingWebhook[];
  readonly mutating: readonly MutatingWebhook[];
  /** The kinds with several versions: each by the definition of its storage version. */
  readonly converted: readonly ResourceDefinition[];
}

/** Returns the endpoints of an operator's webhooks, at their registered paths. */
export function webhookRoutes({ validating, mutating, converted }: Webhooks, ports: WebhookPorts): Routes {
  const routes: Record<`/${string}`, Endpoint> = {};
  for (const webhook of validating) routes[validationPath(webhook)] = validationEndpoint(webhook, ports);
  for (const webhook of mutating) routes[mutationPath(webhook)] = mutationEndpoint(webhook, ports);
  if (converted.length > 0) routes[conversionPath] = conversionEndpoint(converted, ports);
  return routes;
}
