/** The resource that a path addresses. */
export interface ResourcePath {
  readonly group: string;
  readonly version: string;
  /** Absent for cluster-scoped resources, and for lists of all namespaces. */
  readonly namespace: string | undefined;
  readonly plural: string;
  /** Absent for collections. */
  readonly name: string | undefined;
  readonly subresource: string;
  /** True if the path goes on below the subresource. */
  readonly isDeeper: boolean;
}

/** Returns the resource of a path; undefined if the path addresses none. */
export function resourcePath(path: string): ResourcePath | undefined {
  const segments = path.replace(/\/$/, '').split('/').slice(1).map(decodeURIComponent);
  const [root, ...rest] = segments;
  if (root === 'api') return resourceIn('', rest);
  if (root !== 'apis' || rest.length < 3) return undefined;
  const [group = '', ...inner] = rest;
  return resourceIn(group, inner);
}

function resourceIn(group: string, [version = '', ...segments]: readonly string[]): ResourcePath | undefined {
  const isInNamespace =
    segments[0] === 'namespaces' && segments.length > 2 && !['finalize', 'status'].includes(segments[2] ?? '');
  const [namespace, inner] = isInNamespace ? [segments[1], segments.slice(2)] : [undefined, segments];
  const [plural = '', name, subresource = '', ...more] = inner;
  if (plural === '') return undefined;
  return { group, version, namespace, plural, name, subresource, isDeeper: more.length > 0 };
}
