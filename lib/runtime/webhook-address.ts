import { formatObjectKey, type ObjectKey } from '../api/index.ts';
import type { Logger } from '../telemetry/index.ts';

/** Where a process is reached that is not behind a Service. */
export interface WebhookAddress {
  /** A name or an IP address, without brackets. */
  readonly host: string;
  /** @default the port that is listened on */
  readonly port?: number | undefined;
}

/** An address as registrations have it. */
export function formatWebhookUrl({ host, port }: WebhookAddress, listened: number): string {
  return `https://${host.includes(':') ? `[${host}]` : host}:${port ?? listened}`;
}

/**
 * Tells people where API servers look for webhooks.
 *
 * @param address - undefined for the Service.
 * @param server - the Service, and the port that this process listens on.
 */
export function announceWebhooks(
  address: WebhookAddress | undefined,
  { service, port }: { readonly service: ObjectKey; readonly port: number },
  logger: Logger,
): void {
  if (address === undefined) {
    const name = formatObjectKey(service);
    logger.info(`API servers call Service ${name}, which leads to pods; --webhook-url makes them call this process`);
    return;
  }
  const text = formatWebhookUrl(address, port);
  logger.info(`API servers call ${text}`);
  if (address.port !== undefined && address.port !== port && isLoopback(address.host)) {
    logger.warn(`this process doesn’t listen at ${text}, but on port ${port}: leave the port out of --webhook-url`);
  }
}

/** Whether only this machine reaches a host. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}
