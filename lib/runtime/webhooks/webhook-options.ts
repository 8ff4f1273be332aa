import type { ListenAddress } from '../../server/index.ts';
import type { WebhookUrl } from './webhook-url.ts';

/** How an operator's webhooks are served. */
export interface WebhookOptions {
  readonly address: ListenAddress;
  /** Where somebody else keeps `tls.crt` and `tls.key`. @default the operator issues its own */
  readonly certificateDirectory?: string | undefined;
  /** Where API servers find this very process, for as long as it runs. @default the operator's Service */
  readonly url?: WebhookUrl | undefined;
}
