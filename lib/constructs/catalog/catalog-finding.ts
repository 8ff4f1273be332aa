import type { BundleProps } from '../bundle/bundle-props.ts';
import { isVersion } from '../version.ts';

/** What of a catalog is checked, by itself and against the other catalogs of its app. */
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
 * What is wrong with a catalog before its releases are looked at, one sentence each with its remedy.
 *
 * @param all - the catalogs of the app. What two of them can't share is told of the later one.
 */
export function catalogFindings(catalog: CheckedCatalog, all: readonly CheckedCatalog[]): string[] {
  const { operator, releases, deprecatedReleases = {} } = catalog.props;
  const index = all.findIndex(({ node }) => node.path === catalog.node.path);
  const twin = all.slice(0, Math.max(index, 0)).find(({ packageName }) => packageName === catalog.packageName);
  return [
    ...(operator.props.bundle === undefined
      ? [`${operator.node.path} has no bundle that could be offered: give it \`bundle\` props`]
      : []),
    ...(twin === undefined
      ? []
      : [`${twin.node.path} offers ${catalog.packageName}, too: give that one the channels of both`]),
    ...(releases instanceof URL && releases.protocol !== 'file:'
      ? [
          `releases ${releases.href} is no directory of this machine: name one, such as new URL('releases/', import.meta.url)`,
        ]
      : []),
    ...Object.keys(deprecatedReleases)
      .filter((version) => !isVersion(version))
      .map((version) => `deprecatedReleases has '${version}', which is no semantic version: write one such as 1.2.3`),
  ];
}
