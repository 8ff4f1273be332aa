// In: a lock. Out: the layers that Node runs on, for one processor, without anybody's image below them.
// Called by `image build`, unless it is given a base.

import { type Pieces, type Platform, packageTree, type TarNode, tarArchive } from '../../oci/index.ts';
import { lockedPackages } from '../debian/debian-packages.ts';
import { PackageStore } from '../debian/package-store.ts';
import { Failure } from '../failure.ts';
import type { ImageBase } from './image-base.ts';
import type { ImageLock } from './image-lock.ts';
import { LayerStore } from './layer-store.ts';
import { nodeArchitectures, nodeFiles } from './node-package.ts';

/** The user that managers run as: `nonroot`, by whom images without a shell have been run for long. */
export const imageUser = 65532;

/** Where Node is. */
const nodePath = 'usr/local/bin/node';

/** Refuses a platform for which there is no base but a given one. @throws Failure that says so. */
export function refuseUnassembled({ os, architecture }: Platform): void {
  if (os === 'linux' && nodeArchitectures.includes(architecture)) return;
  throw new Failure(`images for ${os}/${architecture} need a base: give one with --base, or leave the platform out`);
}

/**
 * The base that a lock pins: the same bytes each time.
 *
 * @throws Failure if a part can't be had, or isn't what the lock says.
 */
export async function assembledBase(lock: ImageLock, platform: Platform): Promise<ImageBase> {
  const { architecture } = platform;
  const debian = await lockedPackages(lock.debian, architecture, PackageStore.user());
  const { program, licence } = await nodeFiles(lock.node, architecture);
  const system = new Map<string, Pieces | TarNode>([...packageTree(debian)].filter(([path]) => !unused.test(path)));
  for (const [path, node] of Object.entries(accounts)) system.set(path, node);
  const node = new Map<string, TarNode>([
    [nodePath, { type: 'file', mode: 0o755, content: [program] }],
    ['usr/share/doc/node/copyright', { type: 'file', content: [licence] }],
  ]);
  const store = LayerStore.user();
  return {
    platform,
    layers: [
      await store.layer(tarArchive(system), `Debian ${lock.debian.release}`),
      await store.layer(tarArchive(node), `Node ${lock.node.version}`),
    ],
    node: `/${nodePath}`,
    env: { PATH: '/usr/local/bin:/usr/bin:/bin' },
    labels: {},
  };
}

/** Conversions between sets of characters, of which Node has its own, and scripts for the shell that isn't there. */
const unused = /\/gconv(?:\/|$)|^usr\/sbin\/|^etc\/update-motd\.d\//;

/** Who there is, where names are looked up, and where programs may write if the root isn't read only. */
const accounts: Readonly<Record<string, TarNode>> = {
  'etc/passwd': file(
    'root:x:0:0:root:/root:/sbin/nologin',
    'nobody:x:65534:65534:nobody:/nonexistent:/sbin/nologin',
    `nonroot:x:${imageUser}:${imageUser}:nonroot:/home/nonroot:/sbin/nologin`,
  ),
  'etc/group': file('root:x:0:', 'nogroup:x:65534:', `nonroot:x:${imageUser}:`),
  'etc/nsswitch.conf': file('passwd: files', 'group: files', 'hosts: files dns'),
  'home/nonroot': { type: 'directory', mode: 0o700, user: imageUser, group: imageUser },
  tmp: { type: 'directory', mode: 0o1777 },
};

function file(...lines: readonly string[]): TarNode {
  return { type: 'file', content: [Buffer.from(`${lines.join('\n')}\n`)] };
}
