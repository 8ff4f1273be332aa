import type { WebhookUrl } from '../../runtime/index.ts';
import { Failure } from '../failure.ts';

/**
 * The URL that a person has written after `--webhook-url`.
 *
 * @throws Failure if API servers would refuse it, or if it says more than how to reach the process: the paths behind it
 * are the operator's own.
 * @see https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#url
 */
export function webhookUrl(text: string): WebhookUrl {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const refuse = (why: string) =>
    new Failure(`--webhook-url ${text} ${why}: write https://127.0.0.1 or https://host:port`);
  if (url === undefined) throw refuse('is not a URL');
  if (url.protocol !== 'https:') throw refuse('is not https, and API servers call nothing else');
  if (url.username !== '' || url.password !== '') throw refuse('names a user');
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') throw refuse('has something behind the host');
  // A URL forgets a port that its scheme implies, which here is not the one that is listened on.
  const port = /:(?<port>\d+)\/?$/.exec(text)?.groups?.port;
  return { host: url.hostname.replace(/^\[|\]$/g, ''), ...(port !== undefined && { port: Number(port) }) };
}
