import type { Clock } from '../clock/index.ts';
import type { Logger } from '../telemetry/index.ts';

/** The inputs of a listener, and of its parts, from the process. */
export interface ListenerPorts {
  readonly clock: Clock;
  readonly logger: Logger;
}
