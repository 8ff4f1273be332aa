/** What an API server asks its authorizers about a request before it answers it. */
export type Authorization = ObjectAuthorization | PathAuthorization;

/** The right to do something with objects. */
export interface ObjectAuthorization {
  readonly verb: string;
  /** Empty for the core group. */
  readonly group: string;
  /** Plural, with the subresource if one is meant: `memcacheds/status`. */
  readonly resource: string;
  /** Absent where all namespaces are meant, and for what lies in none. */
  readonly namespace?: string | undefined;
  /** Absent where no one object is meant: of lists, and of objects that have yet to be made. */
  readonly name?: string | undefined;
}

/** The right to a path that is no object's, such as `/metrics`. */
export interface PathAuthorization {
  /** The HTTP method in lower case. */
  readonly verb: string;
  readonly path: string;
}

/** A right in words: `patch memcacheds.cache.example.com/status "small" in namespace shop`. */
export function formatAuthorization(authorization: Authorization): string {
  if ('path' in authorization) return `${authorization.verb} ${authorization.path}`;
  const { verb, group, resource, namespace, name } = authorization;
  const [plural = '', ...subresource] = resource.split('/');
  const target = [group === '' ? plural : `${plural}.${group}`, ...subresource].join('/');
  const object = name === undefined ? '' : ` "${name}"`;
  return `${verb} ${target}${object}${namespace === undefined ? '' : ` in namespace ${namespace}`}`;
}
