import type { TLSSocket } from 'node:tls';
import type { RequestUser } from '../request.ts';

/** Returns the user of a connection's client certificate; undefined if it has none that the cluster's authority signed. */
export function certifiedUser(socket: TLSSocket): RequestUser | undefined {
  if (!socket.authorized) return undefined;
  const { subject, fingerprint256 } = socket.getPeerCertificate();
  const id = `X509SHA256=${fingerprint256.replaceAll(':', '').toLowerCase()}`;
  const { CN: names = '', O: organizations = [] } = subject;
  return {
    username: String(names),
    groups: [...(typeof organizations === 'string' ? [organizations] : organizations), 'system:authenticated'],
    extra: { 'authentication.kubernetes.io/credential-id': [id] },
  };
}
