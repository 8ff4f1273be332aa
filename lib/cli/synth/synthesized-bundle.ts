// In: an operator of the app. Out: the files of its bundle, validated like any other bundle. Called by `synth`, before
// files are written.

import { readFileSync } from 'node:fs';
import type { Catalog, Operator } from '../../constructs/index.ts';
import { bundle, bundleFiles, constructPaths, manifestFiles } from '../../olm/bundle/index.ts';
import { BundleContent, operatorRelease } from '../../olm/content/index.ts';
import { validate } from '../../olm/validation/index.ts';
import { Failure } from '../failure.ts';
import { sourceDateEpoch } from '../image/source-date.ts';
import { definitionRemedy } from './definition-remedy.ts';

/** A bundle that can be published. */
export interface SynthesizedBundle {
  /** Path → text. */
  readonly files: ReadonlyMap<string, string>;
  /** The content of the files. */
  readonly content: BundleContent;
  /** The warnings: a line each, with the path of the construct. */
  readonly warnings: readonly string[];
}

/**
 * Returns the bundle of an operator, with the files that its definition names and the time of the environment.
 *
 * @param replaces - the name of the replaced release, unless the definition names one.
 * @default none
 * @throws BundleError if a bundle can't express a part of the operator.
 * @throws Failure if a file can't be read, or if a tool would reject the bundle.
 */
export function synthesizedBundle(operator: Operator, replaces?: string): SynthesizedBundle {
  const made = bundle(operator, { createdAt: sourceDateEpoch(process.env), icon: iconOf(operator), replaces });
  const files = bundleFiles(made);
  const pathOf = constructPaths(operator);
  const manifests = manifestFiles(made.manifests);

  const bytes = new TextEncoder();
  const content = new BundleContent(new Map([...files].map(([path, text]) => [path, bytes.encode(text)])));
  const found = validate(content).map(({ severity, file, path, what, remedy, rule }) => {
    const place = path === '' ? file : `${file} ${path}`;
    const line = `[${pathOf(manifests.get(file))}] ${place}: ${what}; ${definitionRemedy(rule, remedy, path)} (${rule})`;
    return { severity, line };
  });
  const errors = found.filter(({ severity }) => severity === 'error').map(({ line }) => `  ${line}`);
  if (errors.length > 0) throw new Failure(`the bundle of ${operator.name} would be rejected:\n${errors.join('\n')}`);
  return { files, content, warnings: found.map(({ line }) => line) };
}

function iconOf({ props, node }: Operator): Uint8Array | undefined {
  const named = props.bundle?.icon;
  if (!(named instanceof URL)) return undefined;
  try {
    return readFileSync(named);
  } catch (error) {
    throw new Failure(`[${node.path}] bundle.icon ${named.href} can't be read: name an existing file`, {
      cause: error,
    });
  }
}

/**
 * Returns the bundle of an operator. If its definition names no replaced release, and its channels agree on one, the
 * bundle names that: pipelines that read updates from bundles have no other source.
 *
 * @throws the errors of {@link synthesizedBundle}; CatalogError if a release would get no updates.
 */
export async function readReleasedBundle(operator: Operator, catalogs: readonly Catalog[]): Promise<SynthesizedBundle> {
  const made = synthesizedBundle(operator);
  const own = catalogs.filter(({ props }) => props.operator === operator);
  if (operator.props.bundle?.replaces !== undefined || own.length === 0) return made;
  const replaced = (await Promise.all(own.map((catalog) => replacedReleases(catalog, made.content)))).flat();
  const [name, ...others] = new Set(replaced);
  return name === undefined || others.length > 0 ? made : synthesizedBundle(operator, name);
}

/** Returns the replaced release in each channel of the release. */
async function replacedReleases(catalog: Catalog, current: BundleContent): Promise<readonly (string | undefined)[]> {
  const [{ offeredCatalog }, { readPublishedBundles }] = await Promise.all([
    import('../../olm/catalog/index.ts'),
    import('../bundle/bundle-directory.ts'),
  ]);
  const { blobs } = offeredCatalog(catalog, { published: await readPublishedBundles(catalog), current });
  const { name } = operatorRelease(current);
  return blobs
    .flatMap((blob) => (blob.schema === 'olm.channel' ? blob.entries : []))
    .filter((entry) => entry.name === name)
    .map(({ replaces }) => replaces);
}
