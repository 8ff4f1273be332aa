export type { WebhookOptions, WebhookUrl } from './webhook-url.ts';
export { runningWebhooks } from './webhooks.ts';
