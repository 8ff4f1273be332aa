import type { WebhookCertificates } from './webhook-certificates.ts';

/** What is said of the server that answers an operator's webhooks. */
export interface WebhookServerProps {
  /** The Service through which API servers reach it. @default `<operator>-webhook` */
  readonly service?: string;
  /** Where its serving certificates come from. @default the operator issues them itself */
  readonly certificates?: WebhookCertificates;
}
