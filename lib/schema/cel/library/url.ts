import { grouped } from '../../grouped.ts';
import { EvaluationError, UnevaluableError } from '../evaluation-error.ts';
import type { Library } from '../overload.ts';
import { CelList, CelMap, Url } from '../value/value.ts';

const plain =
  /^([A-Za-z][A-Za-z0-9+.-]*):\/\/([A-Za-z0-9._-]+)(?::([0-9]{1,5}))?((?:\/[A-Za-z0-9._~/-]*)?)(?:\?([A-Za-z0-9._~=&/-]*))?$/;

/** Texts that Go certainly refuses: without a scheme or a leading slash, or with white space. */
const surelyNone = /^$|^[A-Za-z0-9._~-]+$|^[A-Za-z0-9._~-]+\/[A-Za-z0-9._~/-]*$|\s/;

/**
 * Returns true if a text is a URL.
 *
 * @throws UnevaluableError for texts that Go and JavaScript might parse differently.
 */
export function isUrl(text: string): boolean {
  if (plain.test(text) || /^\/[A-Za-z0-9._~/-]*$/.test(text)) return true;
  if (surelyNone.test(text)) return false;
  throw new UnevaluableError(`only the API server knows if '${text}' is a URL`);
}

function parseUrl(text: string): Url {
  if (!isUrl(text)) throw new EvaluationError(`URL parse error during conversion from string: ${text}`);
  const [, scheme = '', hostname = '', port = '', path = text, query = ''] = plain.exec(text) ?? [];
  return new Url(text, { scheme: scheme.toLowerCase(), hostname, port, path, query });
}

/** URLs of plain characters. @see https://kubernetes.io/docs/reference/using-api/cel/#kubernetes-url-library */
export const urls: Library = {
  'url(string): url': parseUrl,
  'isURL(string): bool': isUrl,
  'url.getScheme(): string': ({ parts }: Url) => parts.scheme,
  'url.getHost(): string': ({ parts: { hostname, port } }: Url) => (port === '' ? hostname : `${hostname}:${port}`),
  'url.getHostname(): string': ({ parts }: Url) => parts.hostname,
  'url.getPort(): string': ({ parts }: Url) => parts.port,
  'url.getEscapedPath(): string': ({ parts }: Url) => parts.path,
  'url.getQuery(): map<string, list<string>>': ({ parts }: Url) => {
    const pairs = parts.query.split('&').filter((pair) => pair !== '');
    const named = pairs.map((pair): [string, string] => {
      const [name = '', ...rest] = pair.split('=');
      return [name, rest.join('=')];
    });
    const groups = grouped(named, ([name]) => name);
    return new CelMap(
      new Map([...groups].map(([name, group]) => [name, new CelList(group.map(([, value]) => value))])),
    );
  },
};
