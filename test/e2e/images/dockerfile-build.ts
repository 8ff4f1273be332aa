// In: a Dockerfile that builds from the root of this repository. Out: the files of its last stage, and what it says of their start.
// Called by the test of the manager's image. It understands what the Dockerfiles of the apps say, and refuses all else.

import { execFile } from 'node:child_process';
import { cp, mkdir, readFile } from 'node:fs/promises';
import { join, matchesGlob, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parsedDockerfile } from '../../../lib/olm/validation/dockerfile.ts';

const repository = fileURLToPath(new URL('../../..', import.meta.url));

/** What a Dockerfile makes. */
export interface DockerfileImage {
  /** Path of its files. */
  readonly root: string;
  /** The last of each instruction behind the last `FROM`: its word → what follows it. */
  readonly said: ReadonlyMap<string, string>;
  readonly labels: ReadonlyMap<string, string>;
}

interface Instruction {
  readonly word: string;
  readonly text: string;
}

/**
 * Builds an image as its Dockerfile says, each `RUN` on its own. The base, which would come from a registry, is this machine:
 * its files as they are, with the Node that runs this. `npm ci` gives the packages that this repository has.
 *
 * @param directory - one that isn't there, for the files. @throws Error with what a program of it says, or what isn't understood
 */
export async function dockerfileImage(path: string, directory: string): Promise<DockerfileImage> {
  const text = await readFile(path, 'utf8');
  const instructions = instructionsOf(text);
  const root = join(directory, 'root');
  await mkdir(root, { recursive: true });
  await copyContext(join(directory, 'context'));
  const script = [prepare, ...shellLines(instructions)].join('\n');
  const env = { ...process.env, DIRECTORY: directory, NODE: process.execPath, REPOSITORY: repository };
  // The mounts are its own, and go with it.
  await promisify(execFile)('unshare', ['--mount', '--propagation=private', 'sh', '-euc', script], { env });
  const last = instructions.slice(instructions.findLastIndex(({ word }) => word === 'FROM'));
  return { root, said: new Map(last.map(({ word, text }) => [word, text])), labels: parsedDockerfile(text).labels };
}

function instructionsOf(text: string): readonly Instruction[] {
  const lines = text
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '');
  return lines.map((line) => {
    const [, word = '', text = ''] = /^([A-Z]+) +(.*)$/.exec(line) ?? [];
    return { word, text: text.trim() };
  });
}

/** What Docker would be given of this repository. */
async function copyContext(directory: string): Promise<void> {
  const ignored = (await readFile(join(repository, '.dockerignore'), 'utf8'))
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((pattern) => pattern.replace(/^\//, ''));
  const filter = (path: string) => !ignored.some((pattern) => matchesGlob(relative(repository, path), pattern));
  await cp(repository, directory, { recursive: true, filter });
}

/** Functions of the shell, for whoever is root in namespaces of its own. */
const prepare = `
PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin

# A stage whose base is this machine: what is written stays in memory.
machine() {
  mkdir "$DIRECTORY/$1" && mount -t tmpfs tmpfs "$DIRECTORY/$1" && cd "$DIRECTORY/$1"
  mkdir upper work root
  mount -t overlay -o "lowerdir=/,upperdir=upper,workdir=work" overlay root
  mount -t proc proc root/proc
  mount --rbind /dev root/dev
  mkdir -p root/usr/local/bin root/mnt
  rm -rf root/usr/local/bin/node root/usr/local/bin/npm
  cp "$NODE" root/usr/local/bin/node
  mount --rbind "$REPOSITORY" root/mnt
  cat > root/usr/local/bin/npm <<'END'
#!/bin/sh
set -eu
[ "$*" = 'ci --ignore-scripts' ]
cmp package-lock.json /mnt/package-lock.json
for packages in /mnt/node_modules /mnt/lib/node_modules /mnt/apps/*/node_modules; do
  [ -d "$packages" ] || continue
  mkdir ".\${packages#/mnt}"
  mount --bind "$packages" ".\${packages#/mnt}"
done
END
  chmod 755 root/usr/local/bin/npm
}

# Runs a line in a directory of a stage.
run() { env -i PATH="$PATH" HOME=/root chroot "$DIRECTORY/$1/root" sh -c "cd '$2' && $3"; }
`;

/** A Dockerfile in words of the shell. */
function shellLines(instructions: readonly Instruction[]): readonly string[] {
  let [stage, place] = ['', '/'];
  return instructions.map(({ word, text }) => {
    switch (word) {
      case 'FROM': {
        const [, base, name = ''] =
          /^(?:--platform=\$BUILDPLATFORM )?(\$\{NODE\}|scratch)(?: AS (\w+))?$/.exec(text) ?? [];
        if (base === undefined) throw new Error(`it isn't known here what ${text} begins with`);
        [stage, place] = [name, '/'];
        return base === 'scratch' ? '' : `machine ${name}`;
      }
      case 'WORKDIR':
        place = posix.resolve(place, text);
        return `mkdir -p "${fileIn(stage, place)}"`;
      case 'RUN':
        return `run ${stage} ${place} ${quoted(text.replace(/^(?:--\S+ +)*/, ''))}`;
      case 'COPY': {
        const [, from, source, target] = /^(?:--from=(\w+) )?(\S+) (\S+)$/.exec(text) ?? [];
        if (source === undefined || target === undefined) throw new Error(`it isn't known here how to COPY ${text}`);
        const [read, written] = [
          from === undefined ? '$DIRECTORY/context' : fileIn(from, '/'),
          posix.resolve(place, target),
        ];
        // Of a directory, what is in it.
        return `mkdir -p "${fileIn(stage, written)}" && cp -a "${read}/${source}/." "${fileIn(stage, written)}"`;
      }
      case 'ARG':
      case 'LABEL':
      case 'ENV':
      case 'USER':
      case 'ENTRYPOINT':
        return '';
      default:
        throw new Error(`${word} isn't understood here: ${text}`);
    }
  });
}

/** Path of a file of a stage, for the shell; that of the last one has no name. */
function fileIn(stage: string, path: string): string {
  return `$DIRECTORY/${stage === '' ? 'root' : `${stage}/root`}${path}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
