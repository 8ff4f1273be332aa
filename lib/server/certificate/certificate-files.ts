// In: a directory that the kubelet, cert-manager or OLM keeps filled. Out: the certificate in it, whenever it is another one.
// Called by the TLS listener for servers whose certificate somebody else issues.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../clock/index.ts';
import type { CertificateFilesMetrics, Logger } from '../../telemetry/index.ts';
import type { CertificateSource, ServingCertificate } from './serving-certificate.ts';
import { usableCertificate } from './usable-certificate.ts';

/** What {@link certificateFiles} needs of the process. */
export interface CertificateFilesPorts {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: CertificateFilesMetrics;
}

/** The kubelet itself takes up to a minute to show a changed Secret; a certificate is renewed days before it has to be. */
const lookMs = 10_000;

/** While there is none yet, the process isn't ready. */
const impatientLookMs = 1_000;

/**
 * The certificate that somebody else keeps as `tls.crt` and `tls.key` in a directory, as a mounted Secret shows it.
 *
 * The files are looked at every 10 s, and every second until there is a first one. A pair that doesn't belong together, as
 * while one of two files has been written, and whatever else can't be served, is logged once and looked at again; until
 * it can be, the last good pair counts.
 */
export function certificateFiles(
  directory: string,
  { clock, logger, metrics }: CertificateFilesPorts,
): CertificateSource {
  let current: ServingCertificate | undefined;
  let complaint: string | undefined;

  async function look(changed: (certificate: ServingCertificate) => void): Promise<void> {
    metrics.read();
    try {
      const pair = await readPair(directory);
      if (pair.certificate === current?.certificate && pair.key === current.key) return;
      usableCertificate(pair);
      complaint = undefined;
      current = pair;
      changed(pair);
    } catch (error) {
      metrics.failed();
      const reason = String(error);
      if (reason !== complaint) logger.warn('no new certificate in the directory, looking again', { directory, error });
      complaint = reason;
    }
  }

  return {
    get current() {
      return current;
    },
    async watch(changed, signal) {
      try {
        while (!signal.aborted) {
          await look(changed);
          await clock.sleep(current === undefined ? impatientLookMs : lookMs, signal);
        }
      } catch (error) {
        if (!signal.aborted) logger.error('the directory is no longer looked at', { directory, error });
      }
    },
  };
}

async function readPair(directory: string): Promise<ServingCertificate> {
  // One after the other: where both are missing, it's always the same that is named, and so it's complained of once.
  const certificate = await readFile(join(directory, 'tls.crt'), 'utf8');
  const key = await readFile(join(directory, 'tls.key'), 'utf8');
  return { certificate, key };
}
