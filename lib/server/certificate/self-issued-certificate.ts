// In: the owner of a server, its hosts, and the time. Out: a certificate of a private CA, replaced in time. Called for
// servers whose clients don't verify the certificate, such as scrapers that need only encryption.

import {
  issueAuthority,
  issueServingCertificate,
  type ServingCertificate,
  servingLifeMs,
} from '../../certificate/index.ts';
import type { ListenerPorts } from '../listener-ports.ts';
import type { CertificateSource } from './certificate-source.ts';

/** A third of its validity is left then. */
const renewAfterMs = (servingLifeMs / 3) * 2;

const lookMs = 86_400_000;

/**
 * Issues a certificate in memory, and replaces it after two thirds of its validity.
 *
 * @param owner - the owner of the CA.
 * @param hosts - names and IP addresses, the first one a name.
 */
export async function selfIssuedCertificate(
  owner: string,
  hosts: readonly string[],
  { clock, logger }: ListenerPorts,
): Promise<CertificateSource> {
  const issue = async (nowMs: number) =>
    await issueServingCertificate(await issueAuthority(owner, nowMs), hosts, nowMs);
  let issuedAtMs = clock.now();
  let current = await issue(issuedAtMs);

  async function look(changed: (certificate: ServingCertificate) => void): Promise<void> {
    // The wall clock, by which certificates expire, may have jumped.
    const nowMs = clock.now();
    if (Math.abs(nowMs - issuedAtMs) < renewAfterMs) return;
    try {
      current = await issue(nowMs);
      issuedAtMs = nowMs;
      changed(current);
    } catch (error) {
      logger.warn('no new certificate could be issued, trying again tomorrow', { error });
    }
  }

  return {
    get current() {
      return current;
    },
    async watch(changed, signal) {
      try {
        for (;;) {
          await clock.sleep(lookMs, signal);
          await look(changed);
        }
      } catch (error) {
        if (!signal.aborted) logger.error('the certificate is no longer replaced', { error });
      }
    },
  };
}
