import type { ListenAddress } from '../server/index.ts';

/** How an operator's webhooks are served. */
export interface WebhookOptions {
  readonly address: ListenAddress;
  /** Where somebody else keeps `tls.crt` and `tls.key`. @default the operator issues its own */
  readonly certificateDirectory?: string | undefined;
  /** Where API servers find this very process, for as long as it runs. @default the operator's Service */
  readonly url?: WebhookUrl | undefined;
}

/** How API servers on the machine of a developer reach a process without a Service. */
export interface WebhookUrl {
  /** A name or an IP address, without brackets. */
  readonly host: string;
  /** @default the port that is listened on */
  readonly port?: number | undefined;
}
