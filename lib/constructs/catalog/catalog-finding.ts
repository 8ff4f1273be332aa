import type { BundleProps } from '../bundle/bundle-props.ts';
import { isVersion } from '../version.ts';
import { type ChannelProps, isChannelName } from './channel-props.ts';

/** The parts of a catalog that are validated, alone and together with the other catalogs of its app. */
export interface CheckedCatalog {
  readonly packageName: string;
  readonly node: { readonly path: string };
  readonly props: {
    readonly releases?: string | URL;
    readonly deprecatedReleases?: Readonly<Record<string, string>>;
    readonly operator: {
      readonly node: { readonly path: string };
      readonly props: { readonly bundle?: BundleProps };
    };
  };
}

/**
 * Yields the findings for a catalog before its releases are read, one sentence each with its remedy.
 *
 * @param all - the catalogs of the app. A finding about two of them is reported for the later one.
 */
export function* catalogFindings(catalog: CheckedCatalog, all: readonly CheckedCatalog[]): Iterable<string> {
  const { operator, releases, deprecatedReleases = {} } = catalog.props;
  const index = all.findIndex(({ node }) => node.path === catalog.node.path);
  const earlier = all.slice(0, Math.max(index, 0)).find(({ packageName }) => packageName === catalog.packageName);
  if (operator.props.bundle === undefined)
    yield `${operator.node.path} has no bundle to offer: give it \`bundle\` props`;
  if (earlier !== undefined)
    yield `${earlier.node.path} offers ${catalog.packageName}, too: give that one the channels of both`;
  if (releases instanceof URL && releases.protocol !== 'file:')
    yield `releases ${releases.href} is not a directory of this machine: name one, such as new URL('releases/', import.meta.url)`;
  for (const version of Object.keys(deprecatedReleases)) {
    if (!isVersion(version))
      yield `deprecatedReleases has '${version}', which is not a semantic version: write one such as 1.2.3`;
  }
}

/** The parts of a channel that are validated, alone and together with the other channels of its catalog. */
interface CheckedChannel {
  readonly name: string;
  readonly props: ChannelProps;
  readonly node: { readonly path: string };
}

/**
 * Yields the findings for a channel before its releases are read, one sentence each with its remedy.
 *
 * @param all - the channels of the catalog. A finding about two of them is reported for the later one.
 */
export function* channelFindings(
  { name, props, node }: CheckedChannel,
  all: readonly CheckedChannel[],
): Iterable<string> {
  const index = all.findIndex((other) => other.node.path === node.path);
  const earlier = all.slice(0, Math.max(index, 0)).find((other) => other.name === name);
  if (!isChannelName(name))
    yield `the id '${name}' is not a valid name of a channel: write one word without commas, such as stable`;
  if (earlier !== undefined) yield `${earlier.node.path} is called ${name}, too: give one of the two another id`;
  const { skips = [], entries = [] } = props;
  const named = entries.flatMap((entry) => [entry.version, entry.replaces ?? [], entry.skips ?? []].flat());
  for (const version of [...skips, ...named]) {
    if (!isVersion(version)) yield `'${version}' is not a semantic version: write one such as 1.2.3`;
  }
}
