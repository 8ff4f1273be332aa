/** The name of an image, with a tag. */
export interface ImageName {
  /** The complete name: `example.com/team/cache-operator-bundle:v0.1.0`. */
  readonly full: string;
  /** The part after the colon: `v0.1.0`. */
  readonly tag: string;
}

const host = String.raw`(?:[A-Za-z0-9][A-Za-z0-9.-]*|\[[0-9a-fA-F:]+\])(?::\d+)?`;
const component = String.raw`[a-z0-9]+(?:(?:\.|_{1,2}|-+)[a-z0-9]+)*`;
const path = `(?:${host}/)?${component}(?:/${component})*`;
const tag = String.raw`:(?<tag>\w[\w.-]{0,127})`;
const pattern = new RegExp(`^${path}${tag}$`);

/**
 * Parses the name of an image; undefined if it isn't valid, or has no tag.
 *
 * @see https://github.com/opencontainers/distribution-spec/blob/main/spec.md#pulling-manifests
 */
export function parseImageName(full: string): ImageName | undefined {
  const tag = pattern.exec(full)?.groups?.tag;
  return tag === undefined ? undefined : { full, tag };
}

/** An image in a registry, by a tag, a digest, or both. */
export interface RegistryReference {
  /** The reference as written by the user. */
  readonly text: string;
  /** The host, perhaps with a port. */
  readonly registry: string;
  /** The path of the images in the registry. */
  readonly repository: string;
  readonly tag?: string;
  /** `sha256:` or `sha512:`, and the digest in hexadecimal. Counts instead of the tag. */
  readonly digest?: string;
}

/** The digests of OCI: `sha256:` or `sha512:`, and hexadecimal digits. Safe as a part of a path. */
export const digestPattern = /^(?:sha256:[0-9a-f]{64}|sha512:[0-9a-f]{128})$/;

const docker = ['docker', 'io'].join('.');

/** The host of Docker's own registry, which references without a host mean. */
export const dockerRegistry = `index.${docker}`;

const referencePattern = new RegExp(`^(?<path>${path})(?:${tag})?(?:@(?<digest>[a-z0-9]+:[0-9a-f]+))?$`);

/**
 * Parses a reference to an image in a registry; undefined if it isn't valid, or has neither a tag nor a digest.
 *
 * As in Docker, the first part is a host if it has a dot or a port, or is `localhost`. Other names belong to Docker's
 * registry, those with one part to its `library/`.
 *
 * @see https://github.com/opencontainers/distribution-spec/blob/main/spec.md#pulling-manifests
 */
export function parseRegistryReference(text: string): RegistryReference | undefined {
  const { path = '', tag, digest } = referencePattern.exec(text)?.groups ?? {};
  if ((tag === undefined && digest === undefined) || path.length > 255) return undefined;
  if (digest !== undefined && !digestPattern.test(digest)) return undefined;
  const version = { ...(tag !== undefined && { tag }), ...(digest !== undefined && { digest }) };
  const [first = '', ...rest] = path.split('/');
  const isHost = rest.length > 0 && (/[.:]/.test(first) || first === 'localhost');
  if (isHost && first !== docker && first !== dockerRegistry) {
    return { text, registry: first, repository: rest.join('/'), ...version };
  }
  const name = isHost ? rest.join('/') : path;
  const repository = name.includes('/') ? name : `library/${name}`;
  return { text, registry: dockerRegistry, repository, ...version };
}
