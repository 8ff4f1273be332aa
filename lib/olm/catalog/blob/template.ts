import type { BundleBlob, CatalogBlob, ChannelBlob } from './blob.ts';

/**
 * Returns a template with the same update graph: rendering it adds the content of the bundles.
 *
 * @see https://olm.operatorframework.io/docs/reference/catalog-templates/#basic-template
 */
export function basicTemplate(blobs: readonly CatalogBlob[]): object {
  return {
    schema: 'olm.template.basic',
    entries: blobs.map((blob) => (blob.schema === 'olm.bundle' ? { schema: blob.schema, image: blob.image } : blob)),
  };
}

const stages = ['candidate', 'fast', 'stable'] as const;

/**
 * Returns a template with only the bundles: rendering it generates channels such as `stable-v1`, and an update graph by
 * version. A channel whose name begins with `fast` or `stable` counts as that level, any other as `candidate`.
 *
 * @see https://olm.operatorframework.io/docs/reference/catalog-templates/#semver-template
 */
export function semverTemplate(channels: readonly ChannelBlob[], bundles: readonly BundleBlob[]): object {
  const stageOf = ({ name }: ChannelBlob) => stages.find((stage) => name.startsWith(stage)) ?? 'candidate';
  const images = (stage: string) => {
    const names = channels
      .filter((channel) => stageOf(channel) === stage)
      .flatMap(({ entries }) => entries.map(({ name }) => name));
    return bundles.filter(({ name }) => names.includes(name)).map(({ image }) => ({ image }));
  };
  const filled = stages.map((stage) => [stage, { bundles: images(stage) }] as const);
  return {
    schema: 'olm.semver',
    generateMajorChannels: true,
    generateMinorChannels: false,
    ...Object.fromEntries(filled.filter(([, { bundles: each }]) => each.length > 0)),
  };
}
