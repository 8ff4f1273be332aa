import type { BundleProps } from './bundle-props.ts';

/** What of a catalog is checked, by itself and against the other catalogs of its app. */
export interface CheckedCatalog {
  readonly packageName: string;
  readonly node: { readonly path: string };
  readonly props: {
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
  const { operator } = catalog.props;
  const index = all.findIndex(({ node }) => node.path === catalog.node.path);
  const twin = all.slice(0, Math.max(index, 0)).find(({ packageName }) => packageName === catalog.packageName);
  return [
    ...(operator.props.bundle === undefined
      ? [`${operator.node.path} has no bundle that could be offered: give it \`bundle\` props`]
      : []),
    ...(twin === undefined
      ? []
      : [`${twin.node.path} offers ${catalog.packageName}, too: give that one the channels of both`]),
  ];
}
