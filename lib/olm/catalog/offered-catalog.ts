// In: a catalog of the tree, and the bundles of its releases. Out: its documents and templates, or all that is wrong with it.
// Called by the synth command for each catalog.

import { type Catalog, Channel } from '../../constructs/index.ts';
import { type BundleContent, inOrder, type Release, release } from '../content/index.ts';
import type { ValidationFinding } from '../finding/validation-finding.ts';
import type { CatalogBlob } from './blob/blob.ts';
import { bundleBlob } from './blob/bundle-blob.ts';
import { channelBlob, channelBlobFindings, type PackageReleases } from './blob/channel-blob.ts';
import { deprecationBlobs } from './blob/deprecation-blob.ts';
import { packageBlob } from './blob/package-blob.ts';
import { basicTemplate, semverTemplate } from './blob/template.ts';
import { CatalogError, type CatalogFinding } from './catalog-error.ts';
import { CatalogContent } from './content/catalog-content.ts';
import { agreementFindings, type FilledChannel, releaseFindings } from './release-finding.ts';
import { validateCatalog } from './validate-catalog.ts';

/** The bundles of which a catalog is made. */
export interface CatalogBundles {
  /** Those that were published: name of the directory, which is the version → bundle. */
  readonly published: ReadonlyMap<string, BundleContent>;
  /** What the operator is now: left out if its version was published. */
  readonly current: BundleContent;
}

/** What is written of a catalog. */
export interface OfferedCatalog {
  readonly packageName: string;
  /** The package, its channels, its bundles from the oldest on, and what is deprecated: equal bundles give equal documents. */
  readonly blobs: readonly CatalogBlob[];
  /** Name → template that other tools render the catalog from; none if bundles have no images. */
  readonly templates: ReadonlyMap<'basic' | 'semver', object>;
}

/**
 * A file-based catalog of an operator's releases. Pure.
 *
 * @throws CatalogError with all findings, if anybody would be left without an update, or a tool would refuse the catalog.
 * @see https://olm.operatorframework.io/docs/reference/file-based-catalogs/
 */
export function offeredCatalog(catalog: Catalog, bundles: CatalogBundles): OfferedCatalog {
  const { packageName, props } = catalog;
  const { releases, unpublished } = offeredReleases(catalog, bundles);
  const name = (version: string) =>
    releases.find((each) => each.version === version)?.name ?? `${packageName}.v${version}`;
  const channels = filledChannels(catalog, { packageName, releases, name });
  const [defaultChannel = ''] = release(bundles.current).channels;

  const channelBlobs = channels.map(({ blob }) => blob);
  const bundleBlobs = releases.map((each) => bundleBlob(each, imageOf(catalog, each)));
  const blobs: readonly CatalogBlob[] = [
    packageBlob(packageName, { defaultChannel, channels: channelBlobs, releases }),
    ...channelBlobs,
    ...bundleBlobs,
    ...deprecationBlobs(catalog, name),
  ];
  refuse(packageName, [
    ...(unpublished === undefined ? [] : agreementFindings(catalog, unpublished, { channels, defaultChannel })),
    ...validateCatalog(CatalogContent.of(blobs, 'catalog.yaml')).map((found) => finding(catalog, channels, found)),
  ]);
  const templates = [
    ['basic', basicTemplate(blobs)],
    ['semver', semverTemplate(channelBlobs, bundleBlobs)],
  ] as const;
  return { packageName, blobs, templates: new Map(props.image === undefined ? [] : templates) };
}

/** What is offered, oldest first, and what of it nobody has seen yet. */
function offeredReleases(
  catalog: Catalog,
  { published, current }: CatalogBundles,
): { readonly releases: readonly Release[]; readonly unpublished: Release | undefined } {
  const earlier = [...published].map(([directory, content]) => ({ directory, found: release(content) }));
  const findings = earlier.flatMap(({ directory, found }) => releaseFindings(catalog, directory, found));
  refuse(catalog.packageName, findings);
  const own = release(current);
  const unpublished = published.has(own.version) ? undefined : own;
  return {
    releases: inOrder([...earlier.map(({ found }) => found), ...(unpublished ? [unpublished] : [])]),
    unpublished,
  };
}

function filledChannels(catalog: Catalog, offered: PackageReleases): readonly FilledChannel[] {
  const channels = Channel.in(catalog);
  const findings = channels.flatMap((channel) => channelBlobFindings(channel, offered.releases));
  refuse(catalog.packageName, findings);
  return channels.map((channel) => ({ path: channel.node.path, blob: channelBlob(channel, offered) }));
}

/** What the definition says of a release's image. */
function imageOf({ packageName, props, node }: Catalog, { name, version }: Release): string | undefined {
  try {
    return props.image?.({ packageName, name, version });
  } catch (cause) {
    const what = `image fails for release ${version}: ${cause instanceof Error ? cause.message : String(cause)}`;
    const remedy = 'return the image of its bundle, by tag or by digest';
    throw new CatalogError(packageName, [{ path: node.path, what, remedy }], { cause });
  }
}

function refuse(packageName: string, findings: readonly CatalogFinding[]): void {
  if (findings.length > 0) throw new CatalogError(packageName, findings);
}

/** In one's own catalog what is only a warning in others' is refused, too: there is always a way to mend it. */
function finding(
  { packageName, node }: Catalog,
  channels: readonly FilledChannel[],
  { path, what, remedy }: ValidationFinding,
): CatalogFinding {
  const channel = channels.find(({ blob }) => path.startsWith(`olm.channel[${packageName}/${blob.name}]`));
  return channel === undefined
    ? { path: node.path, what: `${path}: ${what}`, remedy }
    : { path: channel.path, what, remedy };
}
