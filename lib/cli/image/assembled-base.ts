// In: a lock. Out: the base layers for Node on one platform, built without another image. Called by `image build`,
// unless it has a base.

import { type Pieces, type Platform, packageTree, type TarNode, tarArchive } from '../../oci/index.ts';
import { lockedPackages } from '../debian/debian-packages.ts';
import { PackageStore } from '../debian/package-store.ts';
import { Failure } from '../failure.ts';
import type { ImageBase } from './image-base.ts';
import type { ImageLockFile } from './image-lock.ts';
import { LayerStore } from './layer-store.ts';
import { nodeArchitectures, nodeFiles } from './node-package.ts';

/** The user of the manager: `nonroot`, as in common images without a shell. */
export const imageUser = 65532;

/** The path of Node. */
const nodePath = 'usr/local/bin/node';

/** Rejects a platform that needs a given base. @throws Failure with that remedy. */
export function refuseUnassembled({ os, architecture }: Platform): void {
  if (os === 'linux' && nodeArchitectures.includes(architecture)) return;
  throw new Failure(`images for ${os}/${architecture} need a base: give one with --base, or leave the platform out`);
}

/**
 * Builds the base that a lock pins, with reproducible bytes.
 *
 * @throws Failure if a part isn't available, or differs from the lock.
 */
export async function assembledBase(lock: ImageLockFile, platform: Platform): Promise<ImageBase> {
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

/** Character set conversions, which Node has itself, and scripts for the missing shell. */
const unused = /\/gconv(?:\/|$)|^usr\/sbin\/|^etc\/update-motd\.d\//;

/**
 * The users and groups, the name resolution, and the directories that programs may write to if the root is not
 * read-only.
 */
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
