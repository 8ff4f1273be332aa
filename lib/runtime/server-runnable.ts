import { whenAborted } from '../clock/index.ts';
import type { Listener } from '../server/index.ts';
import type { Logger } from '../telemetry/index.ts';
import type { Runnable } from './runnable.ts';

/** The time for running requests to end when a server closes. */
const drainMs = 4_000;

/** A server as a part of the process; ready when it listens. */
export interface ListeningServer extends Runnable {
  /** The port on which it listens, once it does. */
  readonly port: Promise<number>;
}

/** The logger and the closing time of a server. */
export interface ServerRunnableOptions {
  readonly logger: Logger;
  /** The time for clients to leave before their connections are closed: see {@link Listener.close}. @default 0 */
  readonly farewellMs?: number;
}

/** The server that `open` opens. */
export function serverRunnable(
  name: string,
  open: () => Promise<Listener>,
  { logger, farewellMs }: ServerRunnableOptions,
): ListeningServer {
  const opened = Promise.withResolvers<number>();
  return {
    name,
    port: opened.promise,
    async ready() {
      await opened.promise;
    },
    async run(signal) {
      const listener = await open();
      const { port, protocol } = listener;
      logger.info('listening', { server: name, port, protocol });
      opened.resolve(port);
      await whenAborted(signal);
      await listener.close(drainMs, farewellMs);
    },
  };
}
