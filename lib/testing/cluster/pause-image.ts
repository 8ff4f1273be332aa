import { readFile } from 'node:fs/promises';
import { packedContainer, tarArchive, uncompressedLayer, writeArchive } from '../../oci/index.ts';

/** The name of the image that holds the namespaces of a pod. */
export const pauseImage = { full: 'operand.invalid/pause:1', tag: '1' } as const;

/** Writes that image as an archive. @param program - path of its only program */
export async function writePauseImage(archive: string, program: string): Promise<void> {
  const files = tarArchive(new Map([['pause', { type: 'file', content: [await readFile(program)], mode: 0o755 }]]));
  const here = { os: 'linux', architecture: process.arch === 'x64' ? 'amd64' : process.arch };
  const start = { user: '65535:65535', entrypoint: ['/pause'] };
  await writeArchive(
    archive,
    packedContainer({ variants: [{ platform: here, layers: [uncompressedLayer(files, 'operand')], start }] }),
    pauseImage,
  );
}
