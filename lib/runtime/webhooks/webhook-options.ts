import type { ListenAddress } from '../../server/index.ts';
import type { WebhookUrl } from './webhook-url.ts';

/** The options of serving an operator's webhooks. */
export interface WebhookOptions {
  readonly address: ListenAddress;
  /** The directory in which another actor keeps `tls.crt` and `tls.key`. @default the operator issues its own */
  readonly certificateDirectory?: string | undefined;
  /** The URL at which API servers reach this very process, for as long as it runs. @default the operator's Service */
  readonly url?: WebhookUrl | undefined;
}
