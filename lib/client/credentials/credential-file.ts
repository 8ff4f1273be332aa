import { readFile } from 'node:fs/promises';
import { isMissingFile } from '../../system/index.ts';
import { CredentialsError } from './credentials.ts';

/** Returns the text of a file. @throws CredentialsError if it can't be read. */
export async function credentialFile(path: string): Promise<string> {
  const text = await presentCredentialFile(path);
  if (text === undefined) throw new CredentialsError(`${path} does not exist: create it, or correct the path`);
  return text;
}

/**
 * Returns the text of a file, or undefined if it doesn't exist. @throws CredentialsError if it exists and can't be read.
 */
export async function presentCredentialFile(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isMissingFile(error)) return undefined;
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    throw new CredentialsError(
      `${path} can't be read (${String(code)}): allow this user to read it, or correct the path`,
      {
        cause: error,
      },
    );
  }
}
