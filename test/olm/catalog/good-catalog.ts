import { CatalogContent } from '../../../lib/olm/index.ts';

/** An entry of a channel, to be changed. */
export interface EntryDraft {
  name: string;
  replaces?: string;
  skips?: string[];
  skipRange?: string;
}

/** A channel, to be changed. */
export interface ChannelDraft {
  readonly schema: 'olm.channel';
  package: string;
  name: string;
  entries: EntryDraft[];
}

/** A property of a bundle, to be changed. */
export interface PropertyDraft {
  type?: string;
  value: Record<string, unknown>;
}

/** A bundle, to be changed. */
export interface BundleDraft {
  readonly schema: 'olm.bundle';
  package: string;
  name: string;
  image?: string;
  properties: PropertyDraft[];
  relatedImages: { name: string; image: string }[];
}

/** A package, to be changed. */
export interface PackageDraft {
  readonly schema: 'olm.package';
  name: string;
  defaultChannel: string;
  icon?: { base64data: string; mediatype: string };
}

/** Deprecations, to be changed. */
export interface DeprecationsDraft {
  readonly schema: 'olm.deprecations';
  package: string;
  entries: { reference: { schema: string; name?: string }; message: string }[];
}

/** The documents of a sound catalog, by what they are. */
export interface CatalogDraft {
  /** All of them. */
  readonly blobs: object[];
  readonly package: PackageDraft;
  /** Three releases, the second of which is skipped. */
  readonly stable: ChannelDraft;
  /** The newest release alone. */
  readonly fast: ChannelDraft;
  /** Oldest first. */
  readonly bundles: readonly [BundleDraft, BundleDraft, BundleDraft];
  readonly deprecations: DeprecationsDraft;
}

const package_ = 'cache-operator';

/** A catalog in which nothing is wrong. */
export function goodCatalog(): CatalogDraft {
  const draft: Omit<CatalogDraft, 'blobs'> = {
    package: { schema: 'olm.package', name: package_, defaultChannel: 'stable' },
    stable: {
      schema: 'olm.channel',
      package: package_,
      name: 'stable',
      entries: [
        { name: 'cache-operator.v1.0.0', replaces: 'cache-operator.v0.9.0' },
        { name: 'cache-operator.v1.1.0', replaces: 'cache-operator.v1.0.0' },
        {
          name: 'cache-operator.v1.2.0',
          replaces: 'cache-operator.v1.0.0',
          skips: ['cache-operator.v1.1.0'],
          skipRange: '>=1.0.0 <1.2.0',
        },
      ],
    },
    fast: { schema: 'olm.channel', package: package_, name: 'fast', entries: [{ name: 'cache-operator.v1.2.0' }] },
    bundles: [bundle('1.0.0'), bundle('1.1.0'), bundle('1.2.0')],
    deprecations: {
      schema: 'olm.deprecations',
      package: package_,
      entries: [
        { reference: { schema: 'olm.bundle', name: 'cache-operator.v1.1.0' }, message: 'It loses data: take 1.2.0.' },
        { reference: { schema: 'olm.channel', name: 'fast' }, message: 'Take stable.' },
        { reference: { schema: 'olm.package' }, message: 'Take another-operator.' },
      ],
    },
  };
  const other = { schema: 'com.example.badge', package: package_, name: 'gold', colour: 'gold' };
  const { package: root, stable, fast, bundles, deprecations } = draft;
  return { blobs: [root, stable, fast, ...bundles, deprecations, other], ...draft };
}

function bundle(version: string): BundleDraft {
  return {
    schema: 'olm.bundle',
    package: package_,
    name: `cache-operator.v${version}`,
    image: `example.com/team/cache-operator-bundle:v${version}`,
    properties: [
      { type: 'olm.package', value: { packageName: package_, version } },
      { type: 'olm.gvk', value: { group: 'example.com', version: 'v1', kind: 'Cache' } },
      { type: 'olm.gvk.required', value: { group: 'cert-manager.io', version: 'v1', kind: 'Issuer' } },
      { type: 'olm.package.required', value: { packageName: 'cert-manager', versionRange: '>=1.0.0 <2.0.0 || 3.x' } },
      {
        type: 'olm.constraint',
        value: { failureMessage: 'needs one', any: { constraints: [{ cel: { rule: 'true' } }] } },
      },
      { type: 'com.example.anything', value: { any: [1] } },
      { type: 'olm.csv.metadata', value: { displayName: 'Cache' } },
    ],
    relatedImages: [{ name: '', image: 'example.com/team/cache:1' }],
  };
}

/** The bundle holds these manifests instead of naming an image. */
export function makeInline(bundle: BundleDraft, ...manifests: readonly object[]): void {
  delete bundle.image;
  const objects = manifests.map((manifest) => {
    const data = Buffer.from(JSON.stringify(manifest)).toString('base64');
    return { type: 'olm.bundle.object', value: { data } };
  });
  bundle.properties.splice(6, 1, ...objects);
}

/** As much of a ClusterServiceVersion as a catalog asks for. */
export function clusterServiceVersion(name: string, version: string): object {
  return {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'ClusterServiceVersion',
    metadata: { name },
    spec: { version },
  };
}

/** A document whose fields are in capital letters, but for those in the values of properties that opm doesn't parse. */
export function inCapitals(blob: object): object {
  const isForeign = 'type' in blob && ['olm.constraint', 'com.example.anything'].some((type) => type === blob.type);
  return Object.fromEntries(
    Object.entries(blob).map(([name, field]) => [
      name.toUpperCase(),
      name === 'value' && isForeign ? field : capitalized(field),
    ]),
  );
}

function capitalized(field: unknown): unknown {
  if (Array.isArray(field)) return field.map(capitalized);
  return typeof field === 'object' && field !== null ? inCapitals(field) : field;
}

/** Returns the contents of the documents. */
export function contentOf(blobs: readonly object[]): CatalogContent {
  const text = blobs.map((blob) => JSON.stringify(blob)).join('\n');
  return CatalogContent.read(new Map([['catalog.json', new TextEncoder().encode(text)]]));
}
