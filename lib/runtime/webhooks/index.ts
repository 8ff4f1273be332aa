export type { WebhookOptions, WebhookUrl } from './webhook-url.ts';
export { type RunningWebhooks, runningWebhooks, type WebhooksPorts } from './webhooks.ts';
