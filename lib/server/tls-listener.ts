// In: an address, routes and a source of certificates. Out: a listening HTTPS server that always serves the latest
// certificate. Called by the manager for admission, conversion, and guarded metrics.

import { constants } from 'node:crypto';
import { createServer } from 'node:https';
import type { ServingCertificate } from '../certificate/index.ts';
import { Capacity } from './capacity.ts';
import { type CertificateSource, usableCertificate } from './certificate/certificate-source.ts';
import type { Routes } from './endpoint.ts';
import type { ListenAddress } from './listen-address.ts';
import type { ListenerPorts } from './listener-ports.ts';
import { LogLimiter } from './log-limiter.ts';
import { type Listener, openServer } from './open-server.ts';
import { requestListener, requestTimes } from './request-listener.ts';

/** An open HTTPS server. */
export interface TlsListener extends Listener {
  /** True after the first valid certificate. Without one, it accepts connections and fails their handshakes. */
  readonly isCertified: boolean;
}

/** The inputs of an HTTPS server from the process. */
export interface TlsListenerPorts extends ListenerPorts {
  /** Watched while the server is open. */
  readonly certificates: CertificateSource;
}

const protocol = {
  minVersion: 'TLSv1.2',
  // API servers use only this protocol for webhooks, since HTTP/2 would bind each of them to one replica:
  // k8s.io/apiserver pkg/util/webhook/client.go.
  ALPNProtocols: ['http/1.1'],
  secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
} as const;

// API servers close idle connections after 90 s. The side that closes first loses no request, so it must be the API
// server.
const keepAliveMs = 120_000;

// Clients in a cluster are faster.
const handshakeMs = 10_000;

/**
 * Opens a server with TLS 1.2 and 1.3.
 *
 * A new certificate applies to new connections; open ones are unchanged. An invalid certificate is logged, and the last
 * valid one is kept.
 *
 * @param server - the name of the server in messages, such as `webhook server`.
 * @throws ListenError if the address is in use, forbidden or not one of this machine.
 */
export async function listenTls(
  server: string,
  address: ListenAddress,
  routes: Routes,
  ports: TlsListenerPorts,
): Promise<TlsListener> {
  const { certificates, clock, logger } = ports;
  const times = { ...requestTimes, keepAliveTimeout: keepAliveMs, handshakeTimeout: handshakeMs };
  const capacity = new Capacity(server, ports);
  const https = createServer({ ...protocol, ...times }, requestListener(routes, { clock, logger, capacity }));
  https.on('tlsClientError', handshakeLog(server, { clock, logger }));
  let isCertified = false;

  function certify(certificate: ServingCertificate): void {
    try {
      const { validToDate } = usableCertificate(certificate);
      https.setSecureContext({ ...protocol, cert: certificate.certificate, key: certificate.key });
      isCertified = true;
      logger.info('serving certificate loaded', { server, expiresAt: validToDate.toISOString() });
    } catch (error) {
      logger.error('serving certificate rejected, the last valid one is kept', { server, error });
    }
  }

  if (certificates.current !== undefined) certify(certificates.current);
  const listener = await openServer(server, https, address, { clock, logger, capacity });
  const closing = new AbortController();
  const watched = certificates.watch(certify, closing.signal).catch((error: unknown) => {
    logger.error('serving certificate no longer watched', { server, error });
  });
  return {
    ...listener,
    get isCertified() {
      return isCertified;
    },
    async close(drainMs, farewellMs) {
      closing.abort();
      await Promise.all([watched, listener.close(drainMs, farewellMs)]);
    },
  };
}

/**
 * Logs failed handshakes at debug, since any client can cause them at any rate. Once a minute, warns that a client
 * doesn't trust the certificate: an API server or a scraper with another CA.
 */
export function handshakeLog(server: string, { clock, logger }: ListenerPorts) {
  const logLimiter = new LogLimiter(clock);
  return (error: NodeJS.ErrnoException): void => {
    if (isRefusedCertificate(error) && logLimiter.isNewTopic('refused')) {
      logger.warn('a client does not trust the serving certificate', { server, reason: error.message });
    } else {
      logger.debug('handshake failed', { server, error });
    }
  };
}

function isRefusedCertificate({ code = '' }: NodeJS.ErrnoException): boolean {
  return /_ALERT_(UNKNOWN_CA|BAD_CERTIFICATE|CERTIFICATE_UNKNOWN|CERTIFICATE_EXPIRED)$/.test(code);
}
