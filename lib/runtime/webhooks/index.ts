export type { WebhookOptions } from './webhook-options.ts';
export type { WebhookUrl } from './webhook-url.ts';
export { type RunningWebhooks, runningWebhooks, type WebhooksPorts } from './webhooks.ts';
