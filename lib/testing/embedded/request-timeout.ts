import type { EmbeddedRequest } from './request.ts';
import { badRequest } from './status-error.ts';

const number = String.raw`(?:\d+(?:\.\d*)?|\.\d+)`;
const valid = new RegExp(`^[-+]?(?:0$|(?:${number}(?:[nuµμm]?s|m|h)(?![^\\d.]))*)`);
const next = new RegExp(`^${number}([^\\d.]*)`);

/** Refuses a request whose parameter `timeout` isn't a duration in Go. No request of the embedded API server takes that long. */
export function assertTimeout({ query }: EmbeddedRequest): void {
  const timeout = query.get('timeout') ?? '';
  const rest = timeout.replace(valid, '');
  if (timeout === '' || (rest === '' && /\d/.test(timeout))) return;
  const [, unit] = next.exec(rest) ?? [];
  const fault =
    unit === undefined ? 'invalid' : unit === '' ? 'missing unit in' : `unknown unit ${JSON.stringify(unit)} in`;
  throw badRequest(`invalid timeout specified in the request URL - time: ${fault} duration ${JSON.stringify(timeout)}`);
}
