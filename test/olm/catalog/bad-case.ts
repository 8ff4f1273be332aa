import {
  type BundleDraft,
  type CatalogDraft,
  clusterServiceVersion,
  type EntryDraft,
  makeInline,
  type PropertyDraft,
} from './good-catalog.ts';

/** A mistake in a catalog, and what is to be said of it. */
export interface BadCase {
  readonly rule: string;
  readonly title: string;
  readonly edit: (draft: CatalogDraft) => void;
  /** The place of the finding. */
  readonly path: string;
  readonly says?: RegExp;
  /** Rules that it breaks, too. */
  readonly also?: readonly string[];
}

const stable = 'olm.channel[cache-operator/stable]';
const newest = 'olm.bundle[cache-operator.v1.2.0]';
const deprecations = 'olm.deprecations[cache-operator]';

function nth<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new RangeError(`there is no item ${index}`);
  return item;
}

const entry = (draft: CatalogDraft, index: number): EntryDraft => nth(draft.stable.entries, index);
const newestBundle = ({ bundles }: CatalogDraft): BundleDraft => bundles[2];
const property = (draft: CatalogDraft, index: number): PropertyDraft => nth(newestBundle(draft).properties, index);
const deprecation = (draft: CatalogDraft, index: number) => nth(draft.deprecations.entries, index);

const own = 'cache-operator.v1.2.0';
const middle = 'cache-operator.v1.1.0';
const oldest = 'cache-operator.v1.0.0';

/** One mistake each. */
export const badCases: readonly BadCase[] = [
  {
    rule: 'blob-schema',
    title: 'a document without a schema',
    edit: ({ blobs }) => blobs.push({ name: 'nothing' }),
    path: '[nothing].schema',
  },
  {
    rule: 'blob-form',
    title: 'a name that is not text',
    edit: ({ blobs }) => blobs.push({ schema: 'com.example.badge', name: 7 }),
    path: 'com.example.badge[].name',
  },
  {
    rule: 'blob-form',
    title: 'two names in different case',
    edit: ({ fast }) => Object.assign(fast, { Name: 'slow' }),
    path: 'olm.channel[cache-operator/fast].Name',
    says: /opm reads name and Name as one field, .*; leave one/,
  },
  {
    rule: 'blob-form',
    title: 'two fields of its own in different case, in a foreign document,',
    edit: ({ blobs }) => blobs.push({ schema: 'com.example.badge', colour: 'red', COLOUR: 'red' }),
    path: 'com.example.badge[].COLOUR',
  },
  {
    rule: 'blob-form',
    title: 'keywords that are a number, in another case',
    edit: (draft) => (property(draft, 6).value.Keywords = 3),
    path: `${newest}.properties[6].value.keywords`,
  },
  {
    rule: 'blob-form',
    title: 'a schema that is not text',
    edit: ({ fast }) => Object.assign(fast, { schema: 1 }),
    path: '[cache-operator/fast].schema',
  },
  {
    rule: 'blob-form',
    title: 'a package whose name is no text',
    edit: ({ package: root }) => Object.assign(root, { name: 7 }),
    path: 'olm.package[].name',
    says: /it is not text; quote it: '7'/,
  },
  {
    rule: 'blob-form',
    title: 'an entry that replaces a number',
    edit: (draft) => Object.assign(entry(draft, 2), { replaces: 1 }),
    path: `${stable}.entries[2].replaces`,
    says: /it is not text; quote it: '1'/,
  },
  {
    rule: 'blob-form',
    title: 'a range that is a number',
    edit: (draft) => Object.assign(entry(draft, 2), { skipRange: 1 }),
    path: `${stable}.entries[2].skipRange`,
  },
  {
    rule: 'blob-form',
    title: 'skipped releases that are one text',
    edit: (draft) => Object.assign(entry(draft, 2), { skips: middle }),
    path: `${stable}.entries[2].skips`,
    says: /it is not a list; make it a list: \[cache-operator.v1.1.0\]/,
  },
  {
    rule: 'blob-form',
    title: 'a skipped release that is a number',
    edit: (draft) => Object.assign(entry(draft, 2), { skips: [1] }),
    path: `${stable}.entries[2].skips[0]`,
    says: /it is not text/,
  },
  {
    rule: 'blob-form',
    title: 'entries that are a map',
    edit: ({ fast }) => Object.assign(fast, { entries: { a: 1 } }),
    path: 'olm.channel[cache-operator/fast].entries',
  },
  {
    rule: 'blob-form',
    title: 'an icon that is a text',
    edit: ({ package: root }) => Object.assign(root, { icon: 'icon.svg' }),
    path: 'olm.package[cache-operator].icon',
    says: /it is not a map/,
  },
  {
    rule: 'blob-form',
    title: 'related images that are a map',
    edit: (draft) => Object.assign(newestBundle(draft), { relatedImages: { a: 1 } }),
    path: `${newest}.relatedImages`,
  },
  {
    rule: 'blob-form',
    title: 'a version that is a number',
    edit: (draft) => (property(draft, 0).value.version = 1.2),
    path: `${newest}.properties[0].value.version`,
  },
  {
    rule: 'blob-form',
    title: 'install modes that are a text',
    edit: (draft) => (property(draft, 6).value.installModes = 'x'),
    path: `${newest}.properties[6].value.installModes`,
  },
  {
    rule: 'blob-form',
    title: 'keywords that are a number',
    edit: (draft) => (property(draft, 6).value.keywords = 3),
    path: `${newest}.properties[6].value.keywords`,
  },
  {
    rule: 'blob-form',
    title: 'an install mode that is neither supported nor not',
    edit: (draft) => (property(draft, 6).value.installModes = [{ type: 'AllNamespaces', supported: 'yes' }]),
    path: `${newest}.properties[6].value.installModes[0].supported`,
  },
  {
    rule: 'blob-form',
    title: 'deprecations that are a map',
    edit: ({ deprecations: list }) => Object.assign(list, { entries: { a: 1 } }),
    path: `${deprecations}.entries`,
  },
  {
    rule: 'blob-schema-known',
    title: 'a misspelt schema',
    edit: ({ bundles }) => Object.assign(bundles[1], { schema: 'olm.bundel' }),
    path: 'olm.bundel[cache-operator/cache-operator.v1.1.0].schema',
    says: /OLM doesn't read olm.bundel: .* did you mean olm.bundle\?/,
    also: ['channel-bundle', 'deprecation-reference'],
  },
  {
    rule: 'catalog-package',
    title: 'nothing of OLM in it',
    edit: ({ blobs }) => blobs.splice(0, blobs.length - 1),
    path: '',
  },
  {
    rule: 'blob-package',
    title: 'a channel of a package that isn’t there',
    edit: ({ blobs }) =>
      blobs.push({ schema: 'olm.channel', package: 'other', name: 'stable', entries: [{ name: 'other.v1.0.0' }] }),
    path: 'olm.channel[other/stable].package',
    says: /no olm.package is called other; name one of cache-operator/,
  },
  {
    rule: 'blob-unique',
    title: 'the package twice',
    edit: ({ blobs, package: root }) => blobs.push({ ...root }),
    path: 'olm.package[cache-operator]',
  },
  {
    rule: 'blob-unique',
    title: 'a bundle twice',
    edit: ({ blobs, bundles }) => blobs.push({ ...bundles[2] }),
    path: newest,
  },
  {
    rule: 'blob-unique',
    title: 'two lists of deprecations',
    edit: ({ blobs, deprecations: list }) => blobs.push({ ...list }),
    path: deprecations,
  },
  {
    rule: 'package-name',
    title: 'a package whose name is no DNS label',
    edit: ({ package: root, stable: channel, fast, bundles, deprecations: list }) => {
      root.name = 'cache.operator';
      for (const part of [channel, fast, ...bundles, list]) part.package = root.name;
      for (const { properties } of bundles) nth(properties, 0).value.packageName = root.name;
    },
    path: 'olm.package[cache.operator].name',
  },
  {
    rule: 'package-default-channel',
    title: 'a default channel that isn’t there',
    edit: ({ package: root }) => (root.defaultChannel = 'beta'),
    path: 'olm.package[cache-operator].defaultChannel',
    says: /no channel beta; name one of stable, fast/,
  },
  {
    rule: 'package-default-channel',
    title: 'a package without channels',
    edit: ({ blobs }) => blobs.push({ schema: 'olm.package', name: 'empty', defaultChannel: 'stable' }),
    path: 'olm.package[empty]',
  },
  {
    rule: 'package-icon',
    title: 'an icon that is not base64',
    edit: ({ package: root }) => (root.icon = { base64data: '<svg/>', mediatype: 'image/svg+xml' }),
    path: 'olm.package[cache-operator].icon.base64data',
  },
  {
    rule: 'package-icon-type',
    title: 'an icon of another type',
    edit: ({ package: root }) =>
      (root.icon = { base64data: Buffer.from('<svg></svg>').toString('base64'), mediatype: 'image/png' }),
    path: 'olm.package[cache-operator].icon.mediatype',
    says: /write image\/svg\+xml/,
  },
  {
    rule: 'channel-name',
    title: 'a channel without a name',
    edit: ({ fast, deprecations: list }) => {
      fast.name = '';
      list.entries.splice(1, 1);
    },
    path: 'olm.channel[cache-operator/].name',
  },
  {
    rule: 'channel-entries',
    title: 'a channel without entries',
    edit: ({ fast }) => (fast.entries = []),
    path: 'olm.channel[cache-operator/fast].entries',
  },
  {
    rule: 'channel-entries',
    title: 'an entry twice',
    edit: ({ stable: channel }) => channel.entries.push({ ...nth(channel.entries, 2) }),
    path: `${stable}.entries[3]`,
  },
  {
    rule: 'channel-bundle',
    title: 'an entry without a bundle',
    edit: ({ fast }) => fast.entries.unshift({ name: 'cache-operator.v1.3.0', replaces: own }),
    path: 'olm.channel[cache-operator/fast].entries[0].name',
  },
  {
    rule: 'channel-head',
    title: 'two newest releases',
    edit: (draft) => {
      delete entry(draft, 1).replaces;
      delete entry(draft, 2).replaces;
    },
    path: `${stable}.entries`,
    says: /2 newest releases: cache-operator.v1.0.0, cache-operator.v1.2.0/,
  },
  {
    rule: 'channel-cycle',
    title: 'two releases that replace each other',
    edit: ({ stable: channel }) => {
      channel.entries = [
        { name: oldest, replaces: middle },
        { name: middle, replaces: oldest },
        { name: own, replaces: middle },
      ];
    },
    path: `${stable}.entries`,
    says: /cache-operator.v1.1.0 → cache-operator.v1.0.0 → cache-operator.v1.1.0/,
  },
  {
    rule: 'channel-cycle',
    title: 'a circle of releases that are skipped',
    edit: ({ stable: channel }) => {
      channel.entries = [
        { name: oldest, replaces: middle },
        { name: middle, replaces: oldest },
        { name: own, skips: [oldest, middle] },
      ];
    },
    path: `${stable}.entries`,
    says: /cycle: cache-operator.v1.0.0 → cache-operator.v1.1.0 → cache-operator.v1.0.0;/,
  },
  {
    rule: 'channel-cycle',
    title: 'a skipped release that replaces itself',
    edit: (draft) => {
      entry(draft, 1).replaces = middle;
    },
    path: `${stable}.entries`,
    says: /cycle: cache-operator.v1.1.0 → cache-operator.v1.1.0;/,
  },
  {
    rule: 'channel-cycle',
    title: 'a newest release that replaces itself',
    edit: ({ fast }) => {
      fast.entries = [{ name: own, replaces: own }];
    },
    path: 'olm.channel[cache-operator/fast].entries',
    says: /cycle: cache-operator.v1.2.0 → cache-operator.v1.2.0;/,
  },
  {
    rule: 'channel-stranded',
    title: 'a release behind one that is skipped',
    edit: (draft) => {
      entry(draft, 2).replaces = middle;
    },
    path: `${stable}.entries[0]`,
    says: /no update leads from cache-operator.v1.0.0/,
  },
  {
    rule: 'channel-stuck',
    title: 'a release that only a skipped one skips',
    edit: ({ stable: channel }) => {
      channel.entries = [{ name: oldest }, { name: middle, skips: [oldest] }, { name: own, skips: [middle] }];
    },
    path: `${stable}.entries[0]`,
    says: /clusters with it get no updates/,
  },
  {
    rule: 'channel-replaces',
    title: 'a release that replaces a newer one',
    edit: ({ stable: channel }) => {
      channel.entries = [{ name: own }, { name: middle, replaces: own, skips: [oldest] }, { name: oldest }];
    },
    path: `${stable}.entries[1].replaces`,
    says: /replaces cache-operator.v1.2.0, which is newer/,
  },
  {
    rule: 'channel-entry-field',
    title: 'a range of versions under a name that is misspelt',
    edit: (draft) => Object.assign(entry(draft, 1), { skipsRange: '<1.1.0' }),
    path: `${stable}.entries[1].skipsRange`,
    says: /OLM drops it; write skipRange$/,
  },
  {
    rule: 'channel-skip-range',
    title: 'a range that can’t be read, under a name in another case',
    edit: (draft) => Object.assign(entry(draft, 1), { skiprange: 'below 1.1.0' }),
    path: `${stable}.entries[1].skipRange`,
  },
  {
    rule: 'channel-skip-range',
    title: 'two ranges in different case, of which the one that counts can’t be read',
    edit: (draft) => Object.assign(entry(draft, 1), { skiprange: 'below 1.1.0', skipRange: '<1.1.0' }),
    path: `${stable}.entries[1].skipRange`,
    says: /below 1\.1\.0/,
  },
  {
    rule: 'channel-entry-field',
    title: 'a field of an entry that there isn’t',
    edit: (draft) => Object.assign(entry(draft, 1), { published: '2026-01-01' }),
    path: `${stable}.entries[1].published`,
    says: /write one of name, replaces, skips, skipRange$/,
  },
  {
    rule: 'channel-skips',
    title: 'an empty name among those skipped',
    edit: (draft) => entry(draft, 2).skips?.push(''),
    path: `${stable}.entries[2].skips[1]`,
  },
  {
    rule: 'channel-skips-unknown',
    title: 'a skipped release with the name of another package',
    edit: (draft) => entry(draft, 2).skips?.push('cache-operater.v1.1.1'),
    path: `${stable}.entries[2].skips`,
    says: /no bundle of cache-operator has a name like cache-operater.v1.1.1; write .* such as cache-operator.v1/,
  },
  {
    rule: 'channel-skip-range',
    title: 'a range as npm writes it',
    edit: (draft) => (entry(draft, 2).skipRange = '^1.0.0'),
    path: `${stable}.entries[2].skipRange`,
  },
  {
    rule: 'channel-skip-range-order',
    title: 'a range that leads back',
    edit: (draft) => (entry(draft, 0).skipRange = '<2.0.0'),
    path: `${stable}.entries[0].skipRange`,
    says: /covers cache-operator.v1.2.0, which is newer: clusters would go back to cache-operator.v1.0.0/,
  },
  {
    rule: 'channel-skip-range-order',
    title: 'a range that covers the release itself',
    edit: (draft) => (entry(draft, 2).skipRange = '>=1.0.0 <=1.2.0'),
    path: `${stable}.entries[2].skipRange`,
    says: /it covers 1.2.0 itself; end it below the release: <1.2.0/,
  },
  {
    rule: 'bundle-name',
    title: 'a bundle that hides its packaging',
    edit: (draft) => (property(draft, 0).value.release = '2'),
    path: `${newest}.name`,
    says: /name it cache-operator-v1.2.0-2/,
  },
  {
    rule: 'bundle-version',
    title: 'a version that is none',
    edit: (draft) => (property(draft, 0).value.version = 'v1.2.0'),
    path: `${newest}.properties[0].value.version`,
  },
  {
    rule: 'bundle-version',
    title: 'two versions',
    edit: (draft) => newestBundle(draft).properties.push(property(draft, 0)),
    path: `${newest}.properties`,
    says: /it has 2 properties/,
  },
  {
    rule: 'bundle-version',
    title: 'another package',
    edit: (draft) => (property(draft, 0).value.packageName = 'cache'),
    path: `${newest}.properties[0].value.packageName`,
  },
  {
    rule: 'bundle-version-unique',
    title: 'a version twice',
    edit: ({ bundles }) => (nth(bundles[1].properties, 0).value.version = '1.0.0'),
    path: 'olm.bundle[cache-operator.v1.1.0]',
  },
  {
    rule: 'bundle-channel',
    title: 'a bundle in no channel',
    edit: ({ stable: channel }) => (channel.entries = [{ name: oldest }, { name: own, replaces: oldest }]),
    path: 'olm.bundle[cache-operator.v1.1.0]',
  },
  {
    rule: 'bundle-image',
    title: 'neither an image nor manifests',
    edit: (draft) => delete newestBundle(draft).image,
    path: `${newest}.image`,
  },
  {
    rule: 'bundle-image',
    title: 'an image that can’t be pulled',
    edit: (draft) => (newestBundle(draft).image = 'example.com/Team/cache'),
    path: `${newest}.image`,
  },
  {
    rule: 'bundle-related-image',
    title: 'a related image that can’t be pulled',
    edit: (draft) => (nth(newestBundle(draft).relatedImages, 0).image = 'https://example.com/cache'),
    path: `${newest}.relatedImages[0].image`,
  },
  {
    rule: 'bundle-related-image-empty',
    title: 'a related image without an address',
    edit: (draft) => (nth(newestBundle(draft).relatedImages, 0).image = ''),
    path: `${newest}.relatedImages[0].image`,
  },
  {
    rule: 'bundle-shown',
    title: 'nothing for consoles',
    edit: (draft) => newestBundle(draft).properties.pop(),
    path: `${newest}.properties`,
  },
  {
    rule: 'bundle-property',
    title: 'a property without a type',
    edit: (draft) => delete property(draft, 5).type,
    path: `${newest}.properties[5].type`,
  },
  {
    rule: 'bundle-property',
    title: 'a kind that is not text',
    edit: (draft) => (property(draft, 1).value.version = 1),
    path: `${newest}.properties[1].value.version`,
  },
  {
    rule: 'bundle-property',
    title: 'a range that is none',
    edit: (draft) => (property(draft, 3).value.versionRange = '~1.0'),
    path: `${newest}.properties[3].value.versionRange`,
  },
  {
    rule: 'bundle-property',
    title: 'a constraint of two kinds',
    edit: (draft) => (property(draft, 4).value.cel = { rule: 'true' }),
    path: `${newest}.properties[4].value`,
  },
  {
    rule: 'bundle-property',
    title: 'an object that is not a manifest',
    edit: (draft) => {
      delete newestBundle(draft).image;
      newestBundle(draft).properties.splice(6, 1, { type: 'olm.bundle.object', value: { data: 'e30=' } });
    },
    path: `${newest}.properties[6].value.data`,
  },
  {
    rule: 'bundle-object',
    title: 'manifests without a ClusterServiceVersion',
    edit: (draft) =>
      makeInline(newestBundle(draft), { apiVersion: 'v1', kind: 'Service', metadata: { name: 'cache' } }),
    path: `${newest}.properties`,
    says: /no ClusterServiceVersion/,
  },
  {
    rule: 'bundle-object',
    title: 'two ClusterServiceVersions',
    edit: (draft) =>
      makeInline(newestBundle(draft), clusterServiceVersion(own, '1.2.0'), clusterServiceVersion(middle, '1.1.0')),
    path: `${newest}.properties`,
    says: /2 ClusterServiceVersions/,
  },
  {
    rule: 'bundle-object',
    title: 'a ClusterServiceVersion of another name',
    edit: (draft) => makeInline(newestBundle(draft), clusterServiceVersion(middle, '1.2.0')),
    path: `${newest}.properties[6].value.data`,
    says: /name of its ClusterServiceVersion is cache-operator.v1.1.0, and that of the bundle cache-operator.v1.2.0/,
  },
  {
    rule: 'bundle-object',
    title: 'a ClusterServiceVersion of another version',
    edit: (draft) => makeInline(newestBundle(draft), clusterServiceVersion(own, '1.1.0')),
    path: `${newest}.properties[6].value.data`,
    says: /version of its ClusterServiceVersion is 1.1.0, and that of the bundle 1.2.0/,
  },
  {
    rule: 'deprecation-reference',
    title: 'a deprecated release that isn’t there',
    edit: (draft) => (deprecation(draft, 0).reference.name = 'cache-operator.v9.0.0'),
    path: `${deprecations}.entries[0].reference.name`,
  },
  {
    rule: 'deprecation-reference',
    title: 'a deprecated package with a name',
    edit: (draft) => (deprecation(draft, 2).reference.name = 'cache-operator'),
    path: `${deprecations}.entries[2].reference.name`,
  },
  {
    rule: 'deprecation-reference',
    title: 'a deprecation of something unknown',
    edit: (draft) => (deprecation(draft, 0).reference.schema = 'olm.release'),
    path: `${deprecations}.entries[0].reference.schema`,
  },
  {
    rule: 'deprecation-message',
    title: 'a deprecation without words',
    edit: (draft) => (deprecation(draft, 1).message = ''),
    path: `${deprecations}.entries[1].message`,
  },
];

/** The place of comments in a catalog's file, if opm takes them for a document, and the file with them. */
export const commentedCatalogs: readonly (readonly [string, boolean, (text: string) => string])[] = [
  ['a comment before its first document', false, (text) => `# generated\n${text}`],
  ['a document of comments before its first one', true, (text) => `# generated\n---\n${text}`],
  ['a line that begins its first document', false, (text) => `---\n${text}`],
  ['a line that ends its last document', false, (text) => `${text}---\n`],
  ['a document of comments after its last one', true, (text) => `${text}---\n# the end\n`],
  ['a document of null', true, (text) => `null\n---\n${text}`],
  ['two lines between its documents', false, (text) => text.replaceAll('\n---\n', '\n---\n---\n')],
  ['three lines between its documents', true, (text) => text.replaceAll('\n---\n', '\n---\n---\n---\n')],
];
