// In: the file of a package. Out: its control fields and its files. Called for downloaded packages. dpkg reads them: it
// is installed with apt, and Node can't read their compression.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { LockedPackage } from './package-lock.ts';
import type { DebianPackage } from './package-tree.ts';

/** More than the unpacked size of any package. */
const maxBuffer = 2 ** 31;

/** Returns the name, the version and the architecture of the package in a file. */
export async function packageIdentity(path: string): Promise<Omit<LockedPackage, 'sha256'>> {
  const { stdout } = await promisify(execFile)('dpkg-deb', ['--field', path, 'Package', 'Version', 'Architecture']);
  const fields = new Map([...stdout.matchAll(/^(\w+): (.*)$/gm)].map(([, name = '', value = '']) => [name, value]));
  const field = (name: string) => fields.get(name) ?? '';
  return { name: field('Package'), version: field('Version'), architecture: field('Architecture') };
}

/** Reads the package in a file. */
export async function packageFile(path: string, name: string): Promise<DebianPackage> {
  const [control, files] = await Promise.all([
    promisify(execFile)('dpkg-deb', ['--field', path]),
    promisify(execFile)('dpkg-deb', ['--fsys-tarfile', path], { encoding: 'buffer', maxBuffer }),
  ]);
  return { name, control: control.stdout, files: files.stdout };
}
