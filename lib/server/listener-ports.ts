import type { Clock } from '../clock/index.ts';
import type { Logger } from '../telemetry/index.ts';

/** What a listener needs of the process. */
export interface ListenerPorts {
  readonly clock: Clock;
  readonly logger: Logger;
}
