import type { WebhookUrl } from '../../runtime/index.ts';
import { Failure } from '../failure.ts';

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
