import { formatObjectKey, type ObjectKey } from '../../api/index.ts';
import { isLoopback, type ListenAddress, urlHost } from '../../server/index.ts';
import type { Logger } from '../../telemetry/index.ts';

/** The URL at which API servers reach a process on a developer's machine, without a Service. */
export interface WebhookUrl {
  /** A name or an IP address, without brackets. */
  readonly host: string;
  /** @default the port that the process listens on */
  readonly port?: number | undefined;
}

/** A URL as in registrations. */
export function formatWebhookUrl({ host, port }: WebhookUrl, listened: number): string {
  return `https://${urlHost(host)}:${port ?? listened}`;
}

/**
 * Logs the address at which API servers call the webhooks.
 *
 * @param url - undefined for the Service.
 * @param server - the Service, and the port that this process listens on.
 */
export function announceWebhooks(
  url: WebhookUrl | undefined,
  { service, port }: { readonly service: ObjectKey; readonly port: number },
  logger: Logger,
): void {
  if (url === undefined) {
    const name = formatObjectKey(service);
    logger.info(`API servers call Service ${name}, which leads to pods; --webhook-url makes them call this process`);
    return;
  }
  const text = formatWebhookUrl(url, port);
  logger.info(`API servers call ${text}`);
  if (url.port !== undefined && url.port !== port && isLoopback(url.host)) {
    const remedy = `leave the port out of --webhook-url, or give --webhook-address ${text.replace('https://', '')}`;
    logger.warn(`this process doesn't listen at ${text}, but on port ${port}: ${remedy}`);
  }
}

/** The options of serving an operator's webhooks. */
export interface WebhookOptions {
  readonly address: ListenAddress;
  /** The directory in which another actor keeps `tls.crt` and `tls.key`. @default the operator issues its own */
  readonly certificateDirectory?: string | undefined;
  /** The URL at which API servers reach this very process, for as long as it runs. @default the operator's Service */
  readonly url?: WebhookUrl | undefined;
}
