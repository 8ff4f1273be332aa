import { isLoopback } from '../../server/index.ts';

/** The environment from which a server's address follows. */
export interface ServerPlace {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The host by which API servers call it, for development. @default its Service, which has only pods */
  readonly calledAs?: string | undefined;
}

/**
 * Returns the default address of a server. It is all interfaces in a pod, and if API servers call it by the name of
 * this machine. Otherwise it is loopback.
 */
export function defaultAddress(port: number, { environment, calledAs = 'localhost' }: ServerPlace): string {
  // The kubelet sets it in every container, whatever credentials the process uses.
  const isInPod = environment.KUBERNETES_SERVICE_HOST !== undefined;
  return isInPod || !isLoopback(calledAs) ? `:${port}` : `127.0.0.1:${port}`;
}
