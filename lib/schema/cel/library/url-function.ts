import { grouped } from '../../grouped.ts';
import type { Library } from '../overload.ts';
import { CelList, CelMap } from '../value/cel-value.ts';
import { isUrl, parseUrl, type Url } from '../value/url.ts';

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
