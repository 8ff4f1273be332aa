export type { WebhookOptions, WebhookUrl } from './webhook-url.ts';
export { type RunningWebhooks, runningWebhooks } from './webhooks.ts';
