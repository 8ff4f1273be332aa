import { credentialFile } from './credential-file.ts';
import type { KubeconfigEntry } from './kubeconfig.ts';

/** Returns a field that is either base64 data or a file; data takes precedence, as in kubectl. */
export async function pemField(entry: KubeconfigEntry, field: string): Promise<string | undefined> {
  const data = entry.text(`${field}-data`);
  const file = entry.text(field);
  if (data === undefined && file === undefined) return undefined;
  const text =
    data === undefined ? await credentialFile(entry.absolute(file ?? '')) : Buffer.from(data, 'base64').toString();
  if (!text.includes('-----BEGIN')) {
    throw entry.error(
      `has a ${data === undefined ? field : `${field}-data`} that is not PEM: get a new kubeconfig for this cluster`,
    );
  }
  return text;
}

/** Returns a field that is a URL with one of some protocols; undefined if it is absent. @throws CredentialsError for others. */
export function urlField(entry: KubeconfigEntry, field: string, protocols: readonly string[]): URL | undefined {
  const text = entry.text(field);
  if (text === undefined) return undefined;
  const parsed = URL.parse(text);
  if (parsed === null || !protocols.includes(parsed.protocol)) {
    throw entry.error(
      `has the ${field} "${text}": make it a URL that begins with ${protocols.map((each) => `${each}//`).join(' or ')}`,
    );
  }
  return parsed;
}
