import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isSystemError } from '../../system/index.ts';

/**
 * PEM of the authorities whose certificate somebody keeps in a directory: `ca.crt`, which cert-manager and OLM put beside
 * `tls.crt`, or the certificate itself where there is no such file.
 *
 * @throws Error of the file system if the one that is there can't be read, or neither is.
 */
export async function authorityFile(directory: string): Promise<string> {
  try {
    return await readFile(join(directory, 'ca.crt'), 'utf8');
  } catch (error) {
    if (!isSystemError(error, 'ENOENT')) throw error;
    return await readFile(join(directory, 'tls.crt'), 'utf8');
  }
}
