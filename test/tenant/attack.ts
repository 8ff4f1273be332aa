// The attacks of a tenant on the operator of boards: requests to the API server, and to the port of its webhooks. Each
// of them once ended or blocked a manager with the default limits. Sent by attacker-program.ts.

import type { JsonObject } from '../../lib/api/index.ts';
import type { WebhookPost } from './webhook-post.ts';

const texts = (size: number) => Array.from({ length: size }, (_, index) => `t-${index}`);
const nested = (depth: number) => JSON.parse(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`) as JsonObject;

/** A Board that a tenant creates, and its outcome: it is created, or the tenant's request fails. */
export interface HostileBoard {
  readonly version: 'v1' | 'v1beta1';
  readonly spec: JsonObject;
  readonly outcome: RegExp;
}

export const created = 'created';

/** The outcomes that any attack may have, since all of them together overload the API server or the manager. */
export const overloaded =
  /Timeout: request did not complete|failed calling webhook.*(?:deadline|timeout|EOF|reset)|^(?:429|503|504) |socket hang up|ECONNRESET/s;

const board = (spec: object, outcome: RegExp | string, version: HostileBoard['version'] = 'v1'): HostileBoard => ({
  version,
  spec: { ...spec },
  outcome: new RegExp(outcome),
});

const wrongValues = { numbers: Array.from({ length: 280_000 }, () => 'x') };

/** Boards that are created repeatedly, each time with its edition. */
export const hostileBoards: Readonly<Record<string, HostileBoard>> = {
  'wrong values': board(wrongValues, /spec\.numbers/),
  'a text that a pattern backtracks on': board({ slug: `${'a'.repeat(150)}!` }, /spec\.slug/),
  'a long name': board({ title: `a${'-'.repeat(200_000)}b` }, created),
  'a note of blanks': board({ note: `a${' '.repeat(60_000)}b` }, created),
  'a list of many keys': board({ variables: texts(8_000).map((name) => ({ name, value: 'a' })) }, created),
  'an amount of many digits': board({ amount: '7'.repeat(40_000) }, /spec\.amount/),
  'a rule over all pairs': board({ words: texts(4_000) }, /spec\.words: can't be validated: .*(?:cost|steps)/),
  'a rule over a range': board({ count: 100_000_000 }, /spec\.count: can't be validated: .*cost/),
  'content that is too long to convert': board({ extra: { text: 'x'.repeat(300_000) } }, created, 'v1beta1'),
  'content that is too deep to convert': board({ extra: nested(2_000) }, created, 'v1beta1'),
  'a long Secret': board({ secretFrom: { name: 'long-0' } }, created),
  'a failure': board({ fails: true, note: 'x'.repeat(100_000) }, created),
};

/** A request to the webhook server, which needs no credentials, and its response. */
export interface HostilePost extends WebhookPost {
  readonly outcome: RegExp;
}

const request = { uid: 'a', kind: { group: 'tenant.example.com', version: 'v1', kind: 'Board' }, operation: 'CREATE' };

/** Returns an AdmissionReview of a Board, as an API server sends it, without client credentials. */
export function review(spec: object, namespace = 'hostile'): string {
  const metadata = { namespace, name: 'a' };
  const object = { apiVersion: 'tenant.example.com/v1', kind: 'Board', metadata, spec };
  const wholeRequest = { ...request, namespace, userInfo: { username: 'a' }, object };
  return JSON.stringify({ apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', request: wholeRequest });
}

function conversion(objects: readonly unknown[]): string {
  const request = { uid: 'a', desiredAPIVersion: 'tenant.example.com/v1', objects };
  return JSON.stringify({ apiVersion: 'apiextensions.k8s.io/v1', kind: 'ConversionReview', request });
}

/** The path of the validating webhook for Boards. */
export const validation = '/validate/rules.board.tenant.example.com';

export const hostilePosts: Readonly<Record<string, HostilePost>> = {
  'wrong values without credentials': {
    path: validation,
    body: review(wrongValues),
    outcome: /^200 .*"allowed":false.*spec\.numbers/s,
  },
  'a text that a pattern backtracks on, without credentials': {
    path: validation,
    body: review({ slug: `${'a'.repeat(150)}!` }),
    outcome: /^200 .*"allowed":false.*spec\.slug/s,
  },
  'wrong objects to convert': {
    path: '/convert',
    body: conversion(Array.from({ length: 300_000 }, () => 1)),
    outcome: /^400 .*request\.objects\[0\]/s,
  },
};
