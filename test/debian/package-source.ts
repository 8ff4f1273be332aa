// In: this machine's configuration of apt. Out: the sources of a release of Debian. Called to download packages. No
// mirror is hard-coded: it is the machine's.

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { Failure } from '../../lib/cli/failure.ts';

/** The keys of Debian's archive on every Debian system. */
const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg';

const remedy = 'use a machine with Debian, or a container of it';

/**
 * Returns the code name of this machine's Debian.
 *
 * @throws Failure if it is another system.
 */
export async function machineRelease(): Promise<string> {
  const text = existsSync('/etc/os-release') ? await readFile('/etc/os-release', 'utf8') : '';
  const fields = new Map([...text.matchAll(/^(\w+)="?([^"\n]*)"?$/gm)].map(([, name, value]) => [name, value]));
  const release = fields.get('VERSION_CODENAME');
  if (fields.get('ID') !== 'debian' || release === undefined) {
    throw new Failure(`this machine isn't Debian, whose packages are in the image: ${remedy}`);
  }
  return release;
}

/**
 * Returns the machine's sources of its own release and of its updates, for another release, in the form of
 * `sources.list`. Omits sources that aren't Debian's, and non-free packages.
 *
 * @throws Failure if there are none, or the machine is another system.
 */
export async function packageSources(release: string): Promise<string> {
  const machine = await machineRelease();
  // The alternative command reports only sources with downloaded lists, and containers have none.
  const { stdout } = await promisify(execFile)('apt-get', ['update', '--print-uris']).catch((error: unknown) => {
    throw new Failure(`apt-get can't be asked for this machine's sources of packages: ${remedy}`, { cause: error });
  });
  const options = existsSync(keyring) ? `[signed-by=${keyring}] ` : '';
  const lines = [...stdout.matchAll(/^'(\S+)\/dists\/([^\s/]+)\/InRelease'/gm)].flatMap(([, site, suite = '']) => {
    const pocket = suite.startsWith(machine) ? suite.slice(machine.length) : undefined;
    const isOurs = pocket !== undefined && ['', '-updates', '-security'].includes(pocket);
    return isOurs ? [`deb ${options}${site} ${release}${pocket} main`] : [];
  });
  if (lines.length === 0)
    throw new Failure(`apt has no sources of Debian ${machine} on this machine: add them, or ${remedy}`);
  return `${[...new Set(lines)].toSorted().join('\n')}\n`;
}
