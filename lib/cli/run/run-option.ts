import { isDnsLabel } from '../../api/index.ts';
import { type OperatorProps, relatedImageVariable } from '../../constructs/index.ts';
import type { WebhookUrl } from '../../runtime/index.ts';
import { Failure } from '../failure.ts';

/**
 * Parses the namespaces of `--watch-namespaces`, or of OLM's environment variable: names separated by commas.
 *
 * @param words - if empty or blank, all namespaces that the definition allows.
 * @param props - the operator's. With a bundle, its installer chooses the namespaces with access.
 * @throws Failure if a name isn't valid, or isn't one of the definition's: the operator has no access there.
 */
export function watchNamespaces(
  words: string | undefined,
  { bundle, watchNamespaces: confinement }: Pick<OperatorProps, 'bundle' | 'watchNamespaces'>,
): readonly string[] | undefined {
  const names = (words ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0) return undefined;
  const wrong = names.find((name) => !isDnsLabel(name));
  if (wrong !== undefined) {
    throw new Failure(
      `'${wrong}' is not a valid name of a namespace: give --watch-namespaces or WATCH_NAMESPACE names such as shop,bank`,
    );
  }
  const allowed = bundle === undefined ? confinement : undefined;
  const disallowed = names.filter((name) => allowed?.includes(name) === false);
  if (disallowed.length > 0) {
    throw new Failure(
      `the operator may not watch ${disallowed.join(', ')}: its definition confines it to ${allowed?.join(', ')}; ` +
        'name some of those in --watch-namespaces or WATCH_NAMESPACE, or leave both out',
    );
  }
  return [...new Set(names)];
}

/**
 * Parses the URL of `--webhook-url`.
 *
 * @throws Failure if API servers would reject it, or if it has more than host and port: the operator chooses the paths.
 * @see https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#url
 */
export function webhookUrl(text: string): WebhookUrl {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const refuse = (why: string) =>
    new Failure(`--webhook-url ${text} ${why}: write https://127.0.0.1 or https://host:port`);
  if (url === undefined) throw refuse('is not a URL');
  if (url.protocol !== 'https:') throw refuse('is not https, which API servers require');
  if (url.username !== '' || url.password !== '') throw refuse('names a user');
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') throw refuse('has a path or query after the host');
  // A URL omits the default port of its scheme, which is not the default of the server.
  const port = /:(?<port>\d+)\/?$/.exec(text)?.groups?.port;
  return { host: url.hostname.replace(/^\[|\]$/g, ''), ...(port !== undefined && { port: Number(port) }) };
}

/**
 * Returns the images of children after mirroring: image of the definition → image of its variable.
 *
 * Bundles set digests in these variables, and administrators of disconnected clusters set the mirrors.
 *
 * @param images - name → image.
 */
export function mirroredImages(
  images: Readonly<Record<string, string>> = {},
  environment: Readonly<Record<string, string | undefined>>,
): ReadonlyMap<string, string> {
  const named = Object.entries(images).map(([name, image]) => ({
    image,
    other: environment[relatedImageVariable(name)]?.trim() ?? '',
  }));
  const replaced = named.filter(({ image, other }) => other !== '' && other !== image);
  return new Map(replaced.map(({ image, other }) => [image, other]));
}
