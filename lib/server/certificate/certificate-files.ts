// In: a directory that the kubelet, cert-manager or OLM updates. Out: the certificate in it, at each change. Called by
// the TLS listener for servers with an external certificate.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServingCertificate } from '../../certificate/index.ts';
import { isSystemError } from '../../system/index.ts';
import type { CertificateFilesMetrics } from '../../telemetry/index.ts';
import type { ListenerPorts } from '../listener-ports.ts';
import { type CertificateSource, usableCertificate } from './certificate-source.ts';

/** The inputs of {@link certificateFiles}. */
export interface CertificateFilesPorts extends ListenerPorts {
  readonly metrics: CertificateFilesMetrics;
}

/** The kubelet takes up to a minute to update a mounted Secret; a certificate is renewed days before it expires. */
const lookMs = 10_000;

/** The process isn't ready without a certificate. */
const impatientLookMs = 1_000;

/**
 * Watches the certificate in `tls.crt` and `tls.key` of a directory, as in a mounted Secret.
 *
 * Reads the files every 10 s, and every second until the first certificate. A pair that doesn't match, for example
 * while only one file is written, and any other invalid pair is logged once and read again. Until it is valid, the last
 * valid pair is served.
 */
export function certificateFiles(
  directory: string,
  { clock, logger, metrics }: CertificateFilesPorts,
): CertificateSource {
  let current: ServingCertificate | undefined;
  let complaint: string | undefined;

  async function look(changed: (certificate: ServingCertificate) => void): Promise<void> {
    metrics.filesRead();
    try {
      const pair = await readPair(directory);
      if (pair.certificate === current?.certificate && pair.key === current.key) return;
      usableCertificate(pair);
      complaint = undefined;
      current = pair;
      changed(pair);
    } catch (error) {
      metrics.readFailed();
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
        if (!signal.aborted) logger.error('the directory is no longer watched', { directory, error });
      }
    },
  };
}

async function readPair(directory: string): Promise<ServingCertificate> {
  // Reads one file after the other: if both are missing, the error always names the same, and is logged once.
  const certificate = await readFile(join(directory, 'tls.crt'), 'utf8');
  const key = await readFile(join(directory, 'tls.key'), 'utf8');
  return { certificate, key };
}

/**
 * Reads the PEM of a certificate's CAs from a directory: `ca.crt`, which cert-manager and OLM put next to `tls.crt`, or
 * else the certificate itself.
 *
 * @throws the file system's error if the existing file can't be read, or if both are missing.
 */
export async function readAuthorityFile(directory: string): Promise<string> {
  try {
    return await readFile(join(directory, 'ca.crt'), 'utf8');
  } catch (error) {
    if (!isSystemError(error, 'ENOENT')) throw error;
    return await readFile(join(directory, 'tls.crt'), 'utf8');
  }
}
