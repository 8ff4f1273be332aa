// Builds a Dockerfile from the root of this repository, and returns the files and the configuration of its last stage.
// Called by the test of the manager's image. Supports only the instructions of the apps' Dockerfiles.

import { execFile } from 'node:child_process';
import { cp, mkdir, readFile } from 'node:fs/promises';
import { join, matchesGlob, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parsedDockerfile } from '../../../lib/olm/validation/dockerfile.ts';

const repository = fileURLToPath(new URL('../../..', import.meta.url));

/** The image of a Dockerfile. */
export interface DockerfileImage {
  /** The path of its files. */
  readonly root: string;
  /** The last of each instruction after the last `FROM`: keyword → arguments. */
  readonly instructions: ReadonlyMap<string, string>;
  readonly labels: ReadonlyMap<string, string>;
}

interface Instruction {
  readonly word: string;
  readonly text: string;
}

/**
 * Builds an image from its Dockerfile, each `RUN` separately. Instead of a base image from a registry, uses the files
 * of this machine with the Node that runs this. `npm ci` copies the packages of this repository.
 *
 * @param directory - a new directory for the files.
 * @throws Error with the output of a failed program, or for an unsupported instruction
 */
export async function dockerfileImage(path: string, directory: string): Promise<DockerfileImage> {
  const text = await readFile(path, 'utf8');
  const instructions = instructionsOf(text);
  const root = join(directory, 'root');
  await mkdir(root, { recursive: true });
  await copyContext(join(directory, 'context'));
  const script = [prepare, ...shellLines(instructions)].join('\n');
  const env = { ...process.env, DIRECTORY: directory, NODE: process.execPath, REPOSITORY: repository };
  // The mount namespace of the script, which ends with it.
  await promisify(execFile)('unshare', ['--mount', '--propagation=private', 'sh', '-euc', script], { env });
  const last = instructions.slice(instructions.findLastIndex(({ word }) => word === 'FROM'));
  return {
    root,
    instructions: new Map(last.map(({ word, text }) => [word, text])),
    labels: parsedDockerfile(text).labels,
  };
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

/** Copies the build context that Docker would get from this repository. */
async function copyContext(directory: string): Promise<void> {
  const ignored = (await readFile(join(repository, '.dockerignore'), 'utf8'))
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((pattern) => pattern.replace(/^\//, ''));
  const filter = (path: string) => !ignored.some((pattern) => matchesGlob(relative(repository, path), pattern));
  await cp(repository, directory, { recursive: true, filter });
}

/** Shell functions, for root in its own namespaces. */
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

/** Translates a Dockerfile into shell commands. */
function shellLines(instructions: readonly Instruction[]): readonly string[] {
  let [stage, place] = ['', '/'];
  return instructions.map(({ word, text }) => {
    switch (word) {
      case 'FROM': {
        const [, base, name = ''] =
          /^(?:--platform=\$BUILDPLATFORM )?(\$\{NODE\}|scratch)(?: AS (\w+))?$/.exec(text) ?? [];
        if (base === undefined) throw new Error(`FROM ${text} isn't supported: extend dockerfile-build.ts`);
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
        if (source === undefined || target === undefined)
          throw new Error(`COPY ${text} isn't supported: extend dockerfile-build.ts`);
        const [read, written] = [
          from === undefined ? '$DIRECTORY/context' : fileIn(from, '/'),
          posix.resolve(place, target),
        ];
        // COPY copies the content of a directory.
        return `mkdir -p "${fileIn(stage, written)}" && cp -a "${read}/${source}/." "${fileIn(stage, written)}"`;
      }
      case 'ARG':
      case 'LABEL':
      case 'ENV':
      case 'USER':
      case 'ENTRYPOINT':
        return '';
      default:
        throw new Error(`${word} isn't supported: extend dockerfile-build.ts for ${text}`);
    }
  });
}

/** Returns the path of a file of a stage, for the shell; the last stage has no name. */
function fileIn(stage: string, path: string): string {
  return `$DIRECTORY/${stage === '' ? 'root' : `${stage}/root`}${path}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
