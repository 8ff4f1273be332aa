/** The parts of an image reference. */
export interface ImageReference {
  /** The name without tag and digest, as written: `example.com/team/cache`, `postgresql`. */
  readonly repository: string;
  readonly tag?: string;
  /** The digest, such as `sha256:` and 64 hexadecimal digits. */
  readonly digest?: string;
}

const host = String.raw`(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*|\[[0-9a-fA-F:]+\])(?::\d+)?`;
const component = String.raw`[a-z0-9]+(?:(?:\.|_{1,2}|-+)[a-z0-9]+)*`;
const tag = String.raw`(?::(?<tag>\w[\w.-]{0,127}))?`;
const digest = `(?:@(?<digest>[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}))?`;
const pattern = new RegExp(`^(?<repository>(?:${host}/)?${component}(?:/${component})*)${tag}${digest}$`);

/**
 * Parses the image of a container; undefined if runtimes can't pull it.
 *
 * @see https://github.com/distribution/reference
 */
export function imageReference(text: string): ImageReference | undefined {
  const { repository, tag, digest } = pattern.exec(text)?.groups ?? {};
  if (repository === undefined || repository.length > 255) return undefined;
  if (digest?.startsWith('sha256:') === true && !/^sha256:[0-9a-f]{64}$/.test(digest)) return undefined;
  return { repository, ...(tag !== undefined && { tag }), ...(digest !== undefined && { digest }) };
}
