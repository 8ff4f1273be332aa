// In: the file of a package. Out: what it says of itself, and what is in it.
// Called for packages that have been fetched. dpkg reads them: whoever has apt has it, and Node can't read their compression.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { DebianPackage, LockedPackage } from '../../oci/index.ts';

/** More than any package unpacks to. */
const maxBuffer = 2 ** 31;

/** The name, the version and the architecture that the package in a file says it has. */
export async function packageIdentity(path: string): Promise<Omit<LockedPackage, 'sha256'>> {
  const { stdout } = await promisify(execFile)('dpkg-deb', ['--field', path, 'Package', 'Version', 'Architecture']);
  const fields = new Map([...stdout.matchAll(/^(\w+): (.*)$/gm)].map(([, name = '', value = '']) => [name, value]));
  const field = (name: string) => fields.get(name) ?? '';
  return { name: field('Package'), version: field('Version'), architecture: field('Architecture') };
}

/** The package in a file. */
export async function packageFile(path: string, name: string): Promise<DebianPackage> {
  const [control, files] = await Promise.all([
    promisify(execFile)('dpkg-deb', ['--field', path]),
    promisify(execFile)('dpkg-deb', ['--fsys-tarfile', path], { encoding: 'buffer', maxBuffer }),
  ]);
  return { name, control: control.stdout, files: files.stdout };
}
