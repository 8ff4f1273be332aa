// In: an address, routes and a source of certificates. Out: a listening HTTPS server that always shows the latest of them.
// Called by the manager for what API servers ask, admission and conversion, and for its guarded metrics.

import { constants } from 'node:crypto';
import { createServer, type Server } from 'node:https';
import { Capacity } from './capacity.ts';
import type { CertificateSource, ServingCertificate } from './certificate/serving-certificate.ts';
import { usableCertificate } from './certificate/usable-certificate.ts';
import type { Routes } from './endpoint.ts';
import { handshakeLog } from './handshake-log.ts';
import type { ListenAddress } from './listen-address.ts';
import type { ListenerPorts } from './listener-ports.ts';
import { type Listener, openServer } from './open-server.ts';
import { requestListener, requestTimes } from './request-listener.ts';

/** An open HTTPS server. */
export interface TlsListener extends Listener {
  /** Whether it has had a certificate that it can use. Without one, it takes connections and fails their handshakes. */
  readonly isCertified: boolean;
}

/** What an HTTPS server needs of the process. */
export interface TlsListenerPorts extends ListenerPorts {
  /** Watched from the opening of the server until its closing. */
  readonly certificates: CertificateSource;
}

const protocol = {
  minVersion: 'TLSv1.2',
  // The only one that API servers speak to webhooks, lest HTTP/2 bind each of them to one replica:
  // k8s.io/apiserver pkg/util/webhook/client.go.
  ALPNProtocols: ['http/1.1'],
  secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
} as const;

// API servers drop connections that were idle for 90 s. Whoever drops them first loses no request, so it must be they.
const keepAliveMs = 120_000;

// Clients that are slower than this are none that a cluster has.
const handshakeMs = 10_000;

/**
 * Opens a server that speaks TLS 1.2 and 1.3.
 *
 * A new certificate counts from the next connection on; connections that are open stay as they are. A certificate that
 * can't be used is logged, and the last one that could is kept.
 *
 * @param server - which server it is, as messages call it, such as `webhook server`.
 * @throws ListenError if the address is taken, forbidden or not one of this machine.
 */
export async function listenTls(
  server: string,
  address: ListenAddress,
  routes: Routes,
  ports: TlsListenerPorts,
): Promise<TlsListener> {
  const { certificates, clock, logger } = ports;
  const options = {
    ...protocol,
    ...requestTimes,
    keepAliveTimeout: keepAliveMs,
    handshakeTimeout: handshakeMs,
  };
  const capacity = new Capacity(server, ports);
  const https = createServer(options, requestListener(routes, { clock, logger, capacity }));
  https.on('tlsClientError', handshakeLog(server, { clock, logger }));
  let isCertified = false;

  function certify(certificate: ServingCertificate): void {
    try {
      const { expiresAt } = show(https, certificate);
      isCertified = true;
      logger.info('serving certificate loaded', { server, expiresAt });
    } catch (error) {
      logger.error('serving certificate refused, the last good one is kept', { server, error });
    }
  }

  if (certificates.current !== undefined) certify(certificates.current);
  const listener = await openServer(server, https, address, { clock, logger, capacity });
  const closing = new AbortController();
  const watched = certificates.watch(certify, closing.signal).catch((error: unknown) => {
    logger.error('serving certificate no longer watched', { server, error });
  });
  return {
    protocol: listener.protocol,
    port: listener.port,
    get isCertified() {
      return isCertified;
    },
    async close(drainMs, farewellMs) {
      closing.abort();
      await Promise.all([watched, listener.close(drainMs, farewellMs)]);
    },
  };
}

/** Has new connections shown a certificate. @throws Error if the certificate or its key isn't one, or they don't belong together. */
function show(https: Server, serving: ServingCertificate): { readonly expiresAt: string } {
  const { expiresAt } = usableCertificate(serving);
  https.setSecureContext({ ...protocol, cert: serving.certificate, key: serving.key });
  return { expiresAt };
}
