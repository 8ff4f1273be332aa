// In: a Catalog construct and the bundles of its releases. Out: its documents and templates, or all findings. Called by
// the synth command for each catalog.

import { type Catalog, Channel } from '../../constructs/index.ts';
import {
  type BundleContent,
  bundleAnnotation,
  type OperatorRelease,
  operatorRelease,
  releasesInOrder,
} from '../content/index.ts';
import type { ValidationFinding } from '../finding/validation-finding.ts';
import type { CatalogBlob } from './blob/blob.ts';
import { bundleBlob } from './blob/bundle-blob.ts';
import { channelBlob, channelBlobFindings, type PackageReleases } from './blob/channel-blob.ts';
import { deprecationBlobs, packageBlob } from './blob/package-blob.ts';
import { basicTemplate, semverTemplate } from './blob/template.ts';
import { CatalogError, type CatalogFinding } from './catalog-error.ts';
import { CatalogContent } from './content/catalog-content.ts';
import { agreementFindings, type FilledChannel, releaseFindings } from './release-finding.ts';
import { validateCatalog } from './validate-catalog.ts';

/** The bundles of a catalog. */
export interface CatalogBundles {
  /** The published bundles: name of the directory, which is the version → bundle. */
  readonly published: ReadonlyMap<string, BundleContent>;
  /** The bundle of the current operator; omitted from the catalog if its version was published. */
  readonly current: BundleContent;
}

/** The written content of a catalog. */
export interface OfferedCatalog {
  readonly packageName: string;
  /**
   * The package, its channels, its bundles (oldest first), and its deprecations. Equal bundles give equal documents.
   */
  readonly blobs: readonly CatalogBlob[];
  /** Name → template from which other tools render the catalog; none if bundles have no images. */
  readonly templates: ReadonlyMap<'basic' | 'semver', object>;
}

/**
 * Returns a file-based catalog of an operator's releases. Pure.
 *
 * @throws CatalogError with all findings, if a release gets no updates, or if a tool would reject the catalog.
 * @see https://olm.operatorframework.io/docs/reference/file-based-catalogs/
 * @example
 * const { blobs } = offeredCatalog(catalog, { published: new Map([['0.1.0', before]]), current: after });
 * console.log(yamlStream(blobs));
 */
export function offeredCatalog(catalog: Catalog, bundles: CatalogBundles): OfferedCatalog {
  const { packageName, props } = catalog;
  const { releases, unpublished } = offeredReleases(catalog, bundles);
  const name = (version: string) =>
    releases.find((each) => each.version === version)?.name ?? `${packageName}.v${version}`;
  const channels = channelsWithReleases(catalog, { packageName, releases, name });
  const defaultChannel = defaultChannelOf(releases, channels);

  const channelBlobs = channels.map(({ blob }) => blob);
  const bundleBlobs = releases.map((each) => bundleBlob(each, imageOfRelease(catalog, each)));
  const blobs: readonly CatalogBlob[] = [
    packageBlob(packageName, { defaultChannel, channels: channelBlobs, releases }),
    ...channelBlobs,
    ...bundleBlobs,
    ...deprecationBlobs(catalog, name),
  ];
  refuseCatalog(packageName, [
    ...(unpublished === undefined ? [] : agreementFindings(catalog, unpublished, channels)),
    ...validateCatalog(CatalogContent.of(blobs, 'catalog.yaml')).map((found) =>
      catalogFindingOf(catalog, channels, found),
    ),
  ]);
  const templates = [
    ['basic', basicTemplate(blobs)],
    ['semver', semverTemplate(channelBlobs, bundleBlobs)],
  ] as const;
  return { packageName, blobs, templates: new Map(props.image === undefined ? [] : templates) };
}

/** Returns the offered releases, oldest first, and the one that isn't published yet. */
function offeredReleases(
  catalog: Catalog,
  { published, current }: CatalogBundles,
): { readonly releases: readonly OperatorRelease[]; readonly unpublished: OperatorRelease | undefined } {
  const earlier = [...published].map(([directory, content]) => ({ directory, found: operatorRelease(content) }));
  const findings = earlier.flatMap(({ directory, found }) => [...releaseFindings(catalog, directory, found)]);
  refuseCatalog(catalog.packageName, findings);
  const own = operatorRelease(current);
  const unpublished = published.has(own.version) ? undefined : own;
  return {
    releases: releasesInOrder([...earlier.map(({ found }) => found), ...(unpublished ? [unpublished] : [])]),
    unpublished,
  };
}

function channelsWithReleases(catalog: Catalog, offered: PackageReleases): readonly FilledChannel[] {
  const channels = Channel.in(catalog);
  const findings = channels.flatMap((channel) => [...channelBlobFindings(channel, offered.releases)]);
  refuseCatalog(catalog.packageName, findings);
  return channels.map((channel) => ({ path: channel.node.path, blob: channelBlob(channel, offered) }));
}

/**
 * Returns the channel that the newest release names as default, or first; an existing one, since published bundles may
 * name channels that are gone.
 */
function defaultChannelOf(releases: readonly OperatorRelease[], channels: readonly FilledChannel[]): string {
  const existing = new Set(channels.map(({ blob }) => blob.name));
  const named = releases
    .toReversed()
    .flatMap(({ content, channels: own }) => [bundleAnnotation(content, 'channel.default') ?? '', ...own]);
  return named.find((name) => existing.has(name)) ?? '';
}

function imageOfRelease({ packageName, props, node }: Catalog, { name, version }: OperatorRelease): string | undefined {
  try {
    return props.image?.({ packageName, name, version });
  } catch (cause) {
    const what = `image fails for release ${version}: ${cause instanceof Error ? cause.message : String(cause)}`;
    const remedy = 'return the image of its bundle, by tag or by digest';
    throw new CatalogError(packageName, [{ path: node.path, what, remedy }], { cause });
  }
}

function refuseCatalog(packageName: string, findings: readonly CatalogFinding[]): void {
  if (findings.length > 0) throw new CatalogError(packageName, findings);
}

/** Rejects also warnings, which are only reported in third-party catalogs: the author can always fix them here. */
function catalogFindingOf(
  { packageName, node }: Catalog,
  channels: readonly FilledChannel[],
  { path, what, remedy }: ValidationFinding,
): CatalogFinding {
  const channel = channels.find(({ blob }) => path.startsWith(`olm.channel[${packageName}/${blob.name}]`));
  return channel === undefined
    ? { path: node.path, what: `${path}: ${what}`, remedy }
    : { path: channel.path, what, remedy };
}
