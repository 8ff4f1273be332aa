import type { WebhookCertificates } from './webhook-certificates.ts';

/** The settings of the server that answers an operator's webhooks. */
export interface WebhookServerProps {
  /** The Service through which API servers reach it. @default `<operator>-webhook` */
  readonly service?: string;
  /** The source of its serving certificates. @default the operator issues them itself */
  readonly certificates?: WebhookCertificates;
}
