export { BlobStore } from './blob-store.ts';
export { RegistryClient } from './registry-client.ts';
export { openRegistrySource, readCurrentDigest } from './registry-source.ts';
export type { RegistryLogin } from './registry-token.ts';
