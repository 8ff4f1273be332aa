// In: the file that starts the program, its app, and a base. Out: an image with the program as entry point. Called by
// `image build`.

import { basename, dirname, join, relative, sep } from 'node:path';
import type { App } from 'cdk8s';
import { Operator } from '../../constructs/index.ts';
import {
  type ContainerVariant,
  type ImageName,
  type Layer,
  type Pieces,
  type Platform,
  packedContainer,
  parseImageName,
  smallLayer,
  tarArchive,
} from '../../oci/index.ts';
import { programBundle } from '../build/program-bundle.ts';
import { assertDefinition } from '../definition-check.ts';
import { Failure } from '../failure.ts';
import { type ImageBase, openBaseImage, readImageBase } from './image-base.ts';
import type { ImageLockOptions } from './image-lock.ts';
import { type ImageOptions, imagePlatforms, imageTag } from './image-option.ts';
import { writePackedImage } from './image-output.ts';
import { sourceDateEpoch } from './source-date.ts';

/** The options of `image build`. */
export interface ImageBuildOptions extends ImageOptions, ImageLockOptions {
  /** An image with Node: an archive, a layout, or a reference to one in a registry. @default the base of the lock */
  readonly base?: string;
  /** Labels, each as `name=value`. */
  readonly label: readonly string[];
}

/** The directory of the program in its image. */
const programDirectory = 'app';

/** The user of the manager: `nonroot`, as in common images without a shell. */
const imageUser = 65532;

/**
 * Writes the image of an operator: its bundled program on a base with Node. It runs as a non-root user and writes no
 * files. The same sources on the same base give the same bytes.
 *
 * A lock pins the base of a registry; it is written if it doesn't exist.
 *
 * @param program - the file that starts the process.
 * @throws Failure if the definition has problems, an option isn't valid, a part of the base isn't available, or the
 *   image can't be written.
 */
export async function executeImageBuild(program: string, app: App, options: ImageBuildOptions): Promise<void> {
  assertDefinition(app);
  const name = options.tag === undefined ? operatorImage(app) : imageTag(options.tag);
  const created = sourceDateEpoch(process.env);
  const platforms = imagePlatforms(options.platforms);
  const labels = { ...definitionLabels(app), ...parseLabels(options.label) };

  // Reports problems of the base before the bundle is built, which takes seconds.
  const [first, ...others] = await readBases(program, platforms, options);
  const own = await programLayer(program);
  const variant = (base: ImageBase) => programOn(base, own, labels);
  const image = packedContainer({ variants: [variant(first), ...others.map(variant)], ...(created && { created }) });
  await writePackedImage(image, options.output, name);
}

/** Returns the image of an app's operator as a name; undefined for several operators, or for an image without a tag. */
function operatorImage(app: App): ImageName | undefined {
  const [operator, ...others] = Operator.in(app);
  return operator === undefined || others.length > 0 ? undefined : parseImageName(operator.props.image);
}

async function readBases(
  program: string,
  [first, ...others]: readonly [Platform, ...Platform[]],
  options: ImageBuildOptions,
): Promise<[ImageBase, ...ImageBase[]]> {
  const image = await openBaseImage(program, options);
  const found: [ImageBase, ...ImageBase[]] = [await readImageBase(image, first)];
  // One at a time: each needs some hundred megabytes while it is read.
  for (const platform of others) found.push(await readImageBase(image, platform));
  return found;
}

/** Returns the configuration of the image: the part of a Dockerfile after its last `FROM`. */
function programOn(base: ImageBase, program: Layer, labels: Readonly<Record<string, string>>): ContainerVariant {
  return {
    platform: base.platform,
    layers: [...base.layers, program],
    start: {
      user: `${imageUser}:${imageUser}`,
      // Young objects get 24 MB instead of 2: in a small container, V8 would collect them without end.
      entrypoint: [base.node, '--max-semi-space-size=8', `/${programDirectory}/main.mjs`],
      // With one arena, Node's threads share a pool of memory, which saves 5 MiB.
      env: { ...base.env, NODE_ENV: 'production', MALLOC_ARENA_MAX: '1' },
      workingDirectory: `/${programDirectory}`,
      labels: { ...base.labels, ...labels },
    },
  };
}

/** Returns the program as a layer. Source maps, which Node doesn't load by default, are omitted. */
async function programLayer(program: string): Promise<Layer> {
  const directory = join(dirname(program), programDirectory);
  const bundle = await programBundle(program, directory);
  const files = [...bundle]
    .filter(([path]) => !path.endsWith('.map'))
    .map(([path, bytes]): [string, Pieces] => [
      [programDirectory, ...relative(directory, path).split(sep)].join('/'),
      [bytes],
    ]);
  return smallLayer(tarArchive(new Map(files)), `operand image build ${basename(program)}`);
}

const labelPrefix = 'org.opencontainers.image';

/**
 * Returns the labels of an app's image from the definition of its operator, if it has only one.
 *
 * @see https://github.com/opencontainers/image-spec/blob/main/annotations.md
 */
function definitionLabels(app: App): Readonly<Record<string, string>> {
  const [operator, ...others] = Operator.in(app);
  if (operator === undefined || others.length > 0) return {};
  const { name, props } = operator;
  const values = {
    title: name,
    version: props.version,
    description: props.bundle?.summary ?? props.bundle?.displayName,
    vendor: props.bundle?.provider.name,
    source: props.bundle?.repository,
  };
  return Object.fromEntries(
    Object.entries(values).flatMap(([word, text]): [string, string][] =>
      text === undefined ? [] : [[`${labelPrefix}.${word}`, text]],
    ),
  );
}

/** Parses labels of the command line, each as `name=value`. @throws Failure naming one that isn't valid. */
function parseLabels(texts: readonly string[]): Readonly<Record<string, string>> {
  const pairs = texts.map((text): [string, string] => {
    const equals = text.indexOf('=');
    if (equals > 0) return [text.slice(0, equals), text.slice(equals + 1)];
    throw new Failure(`'${text}' is not a label: write it as ${labelPrefix}.revision=1a2b3c`);
  });
  return Object.fromEntries(pairs);
}
