/** The name of an image, with a tag. */
export interface ImageName {
  /** The complete name: `example.com/team/cache-operator-bundle:v0.1.0`. */
  readonly full: string;
  /** The part after the colon: `v0.1.0`. */
  readonly tag: string;
}

const host = String.raw`(?:[A-Za-z0-9][A-Za-z0-9.-]*|\[[0-9a-fA-F:]+\])(?::\d+)?`;
const component = String.raw`[a-z0-9]+(?:(?:\.|_{1,2}|-+)[a-z0-9]+)*`;
const pattern = new RegExp(String.raw`^(?:${host}/)?${component}(?:/${component})*:(?<tag>\w[\w.-]{0,127})$`);

/**
 * Parses the name of an image; undefined if it isn't valid, or has no tag.
 *
 * @see https://github.com/opencontainers/distribution-spec/blob/main/spec.md#pulling-manifests
 */
export function imageName(full: string): ImageName | undefined {
  const tag = pattern.exec(full)?.groups?.tag;
  return tag === undefined ? undefined : { full, tag };
}
