import type { Platform } from '../../../lib/oci/index.ts';

/** What this machine is, and so the nodes on it. @throws Error if there are no images for it */
export function platform(): Platform {
  if (process.arch === 'x64') return { os: 'linux', architecture: 'amd64' };
  if (process.arch === 'arm64') return { os: 'linux', architecture: 'arm64' };
  throw new Error(`there are no images for ${process.arch}: use another machine`);
}
