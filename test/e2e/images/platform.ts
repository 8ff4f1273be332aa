import type { Platform } from '../../../lib/oci/index.ts';

/** Returns the platform of this machine, and so of its nodes. @throws Error if there are no images for it */
export function platform(): Platform {
  if (process.arch === 'x64') return { os: 'linux', architecture: 'amd64' };
  if (process.arch === 'arm64') return { os: 'linux', architecture: 'arm64' };
  throw new Error(`there are no images for ${process.arch}: use another machine`);
}
