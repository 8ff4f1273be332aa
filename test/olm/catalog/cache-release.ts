import { App } from 'cdk8s';
import {
  BundleContent,
  bundle,
  bundleFiles,
  Catalog,
  type CatalogProps,
  Channel,
  type ChannelProps,
  offeredCatalog,
} from '../../../lib/olm/index.ts';
import { CacheOperator, bundle as words } from '../bundle/cache-operator.ts';

/** An operator that says that its release is in channel `stable`, and in more. */
export function cacheOperator(version: string, more: object = {}): CacheOperator {
  return new CacheOperator({
    version,
    image: `example.com/team/cache-operator:${version}`,
    bundle: { ...words, channels: ['stable'], ...more },
  });
}

/** The bundle of such a release. @param edit - of its files' text */
export function cacheRelease(version: string, more: object = {}): BundleContent {
  return contentOf(bundleFiles(bundle(cacheOperator(version, more))));
}

/** Returns a bundle of files: path → text. */
export function contentOf(files: ReadonlyMap<string, string>): BundleContent {
  const bytes = new TextEncoder();
  return new BundleContent(new Map([...files].map(([path, text]) => [path, bytes.encode(text)])));
}

/** The parts of a catalog. */
export interface CacheCatalog {
  /** The versions that were published. */
  readonly published?: readonly string[];
  readonly bundles?: ReadonlyMap<string, BundleContent>;
  /** That of the operator now. */
  readonly version: string;
  /** Further fields of its bundle. */
  readonly words?: object;
  readonly props?: Partial<CatalogProps>;
  readonly channels?: Readonly<Record<string, ChannelProps>>;
}

/** The catalog of the operator, with channel `stable`, unless others are named. */
export function cacheCatalog({ published = [], bundles, version, words: more, props, channels }: CacheCatalog) {
  const operator = cacheOperator(version, more);
  const image = ({ version: each }: { readonly version: string }) => `example.com/team/cache-operator-bundle:v${each}`;
  const catalog = new Catalog(App.of(operator), 'Catalog', { operator, image, ...props });
  for (const [id, settings] of Object.entries(channels ?? { stable: {} })) new Channel(catalog, id, settings);
  return {
    catalog,
    offer: () =>
      offeredCatalog(catalog, {
        published: bundles ?? new Map(published.map((each) => [each, cacheRelease(each)])),
        current: contentOf(bundleFiles(bundle(operator))),
      }),
  };
}
