import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import type { Pieces } from './byte-pieces.ts';

/** Writes a file atomically: after a crash it is complete, or unchanged. */
export async function writeFileAtomically(path: string, content: Pieces): Promise<void> {
  const partial = `${path}.partial-${randomUUID()}`;
  try {
    const file = await open(partial, 'wx');
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(partial, path);
  } finally {
    await rm(partial, { force: true });
  }
}
