import { isLoopback } from '../../server/index.ts';

/** Where a server of this process is reached from. */
export interface ServerPlace {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The host by which API servers call it, for development. @default its Service, which has pods only */
  readonly calledAs?: string | undefined;
}

/**
 * The address on which a server listens unless the command line names one: all interfaces in a pod, where the kubelet and API
 * servers call it, and where API servers call it by the name of this machine; loopback otherwise.
 */
export function defaultAddress(port: number, { environment, calledAs = 'localhost' }: ServerPlace): string {
  // The kubelet sets it in every container, whichever credentials the process uses.
  const isInPod = environment.KUBERNETES_SERVICE_HOST !== undefined;
  return isInPod || !isLoopback(calledAs) ? `:${port}` : `127.0.0.1:${port}`;
}
