import type { ListenerPorts } from './listener-ports.ts';
import { RecentTopics } from './recent-topics.ts';

/** What a handshake's failure is reported to. */
export type HandshakeLog = (error: NodeJS.ErrnoException) => void;

/**
 * Logs failed handshakes at debug, since anybody can fail them as often as they like; and once a minute as a warning that
 * a client refused the certificate: that is an API server, or a scraper, which was told of another authority.
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
