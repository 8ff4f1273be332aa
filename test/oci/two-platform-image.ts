import { type ContainerImage, type Layer, tarArchive, uncompressedLayer } from '../../lib/oci/index.ts';

/** A small file that differs by platform. */
function programFor(architecture: string): Layer {
  return uncompressedLayer(
    tarArchive(
      new Map([
        ['usr/local/bin/node', { type: 'file', content: [Buffer.from(`program for ${architecture}`)], mode: 0o755 }],
      ]),
    ),
    'a test',
  );
}

const shared = uncompressedLayer(
  tarArchive(new Map([['etc/hosts', [Buffer.from('127.0.0.1 localhost\n')]]])),
  'a test',
);

/** A small image in the form of Node's. */
export const twoPlatformImage = {
  variants: [
    {
      platform: { os: 'linux', architecture: 'amd64' },
      layers: [shared, programFor('amd64')],
      start: { entrypoint: ['entrypoint.sh'], env: { PATH: '/usr/local/bin', LANG: 'C.UTF-8' }, user: '1000' },
    },
    {
      platform: { os: 'linux', architecture: 'arm64' },
      layers: [shared, programFor('arm64')],
      start: { entrypoint: ['/usr/local/bin/node'], env: { PATH: '/usr/local/bin' } },
    },
  ],
} as const satisfies ContainerImage;
