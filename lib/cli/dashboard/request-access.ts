// In: a request to the dashboard. Out: the page or a cookie, or a refusal of other users and pages. Called by
// `DashboardServer` before anything else.
//
// Every process and every web page of this machine can reach a port on loopback. The token in the printed URL keeps out
// other users and pages. The names of the host keep out a page whose domain an attacker points to 127.0.0.1: the browser
// takes its scripts for those of the same origin.

import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The secret of one dashboard, and its place. */
export interface DashboardAddress {
  readonly token: string;
  readonly port: number;
}

/** The response to a request: the page, the cookie for later requests, or a refusal. */
export type RequestDecision =
  | { readonly type: 'granted'; readonly url: URL }
  | { readonly type: 'cookie'; readonly cookie: string }
  | { readonly type: 'refused'; readonly status: 401 | 403 | 405; readonly message: string };

/** Decides about a request. */
export function requestAccess(
  { method, url = '', headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  { token, port }: DashboardAddress,
): RequestDecision {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (headers.host === undefined || !hosts.includes(headers.host))
    return { type: 'refused', status: 403, message: `open the dashboard as http://${hosts[0] ?? ''}\n` };
  if (method !== 'GET') return { type: 'refused', status: 405, message: 'the dashboard only reads\n' };
  const name = `operand-dashboard-${port}`;
  const requested = URL.parse(url, `http://${headers.host}`);
  const given = requested?.searchParams.get('token');
  if (given != null && isEqual(given, token))
    return { type: 'cookie', cookie: `${name}=${token}; HttpOnly; SameSite=Strict; Path=/` };
  const cookies = (headers.cookie ?? '').split(';').map((each) => each.trim().split('='));
  const isKnown = cookies.some(([key, value = '']) => key === name && isEqual(value, token));
  if (!isKnown || requested === null)
    return { type: 'refused', status: 401, message: 'open the URL that the command `dashboard` has printed\n' };
  return { type: 'granted', url: requested };
}

/** Compares in a time that doesn't depend on the number of equal characters. */
function isEqual(given: string, token: string): boolean {
  const [one, other] = [given, token].map((text) => createHash('sha256').update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}
