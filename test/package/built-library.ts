import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { buildLibrary } from '../../.config/package/library-package.ts';
import { Consumer } from './consumer.ts';
import { pack, type Tarball } from './tarball.ts';

/** The packages of the library as `npm run build` writes them, and as `npm publish` would send them. */
export interface BuiltLibrary {
  /** Contains a directory for each package. */
  readonly directory: string;
  readonly tarballs: Readonly<Record<'operand' | 'operand-api' | 'create-operand', Tarball>>;
}

let library: Promise<BuiltLibrary> | undefined;
let consumer: Promise<Consumer> | undefined;

/** Returns the packages, which the test files of a process share: none changes them. */
export function builtLibrary(): Promise<BuiltLibrary> {
  library ??= build();
  return library;
}

/**
 * Returns a project with these packages and the types of Node, which the test files of a process share, since an installation
 * takes npm ten seconds: each may add packages and files of its own names, and changes none.
 */
export function libraryConsumer(): Promise<Consumer> {
  consumer ??= install();
  return consumer;
}

async function install(): Promise<Consumer> {
  const { directory, tarballs } = await builtLibrary();
  const paths = Object.values(tarballs).map(({ path }) => path);
  return await Consumer.installing([...paths, '@types/node@24'], join(directory, 'consumer'));
}

async function build(): Promise<BuiltLibrary> {
  const directory = await mkdtemp(join(tmpdir(), 'operand-built-'));
  await buildLibrary(directory);
  const packed = (name: string) => pack(join(directory, name), directory);
  const [operand, api, create] = await Promise.all([
    packed('operand'),
    packed('operand-api'),
    packed('create-operand'),
  ]);
  return { directory, tarballs: { operand, 'operand-api': api, 'create-operand': create } };
}

after(async () => {
  if (library !== undefined) await rm((await library).directory, { recursive: true, force: true });
});
