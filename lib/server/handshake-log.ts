import type { ListenerPorts } from './listener-ports.ts';
import { RecentTopics } from './recent-topics.ts';

/** Receives the errors of handshakes. */
export type HandshakeLog = (error: NodeJS.ErrnoException) => void;

/**
 * Logs failed handshakes at debug, since any client can cause them at any rate. Once a minute, warns that a client
 * doesn't trust the certificate: an API server or a scraper with another CA.
 */
export function handshakeLog(server: string, { clock, logger }: ListenerPorts): HandshakeLog {
  const recentTopics = new RecentTopics(clock);
  return (error) => {
    if (isRefusedCertificate(error) && recentTopics.isNew('refused')) {
      logger.warn('a client does not trust the serving certificate', { server, reason: error.message });
    } else {
      logger.debug('handshake failed', { server, error });
    }
  };
}

function isRefusedCertificate({ code = '' }: NodeJS.ErrnoException): boolean {
  return /_ALERT_(UNKNOWN_CA|BAD_CERTIFICATE|CERTIFICATE_UNKNOWN|CERTIFICATE_EXPIRED)$/.test(code);
}
