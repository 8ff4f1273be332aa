import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isSystemError } from '../../system/index.ts';

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
