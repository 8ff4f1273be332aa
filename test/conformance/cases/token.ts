import { isJsonObject, type JsonObject } from '../../../lib/api/index.ts';
import { fieldAt } from '../../../lib/schema/index.ts';
import type { ConformanceCase, Session } from '../session.ts';
import { grant, rule } from './right.ts';

const reviews = '/apis/authentication.k8s.io/v1/tokenreviews';
const who = '/apis/authentication.k8s.io/v1/selfsubjectreviews';

async function account(session: Session, name: string): Promise<void> {
  await session.post(session.path('serviceaccounts'), { metadata: { name } });
}

async function tokenOf(session: Session, name: string, spec: JsonObject = {}): Promise<string> {
  const { body } = await session.post(session.path('serviceaccounts', `${name}/token`), { spec });
  const status = isJsonObject(body) && isJsonObject(body.status) ? body.status : {};
  return typeof status.token === 'string' ? status.token : '';
}

/** Waits until the server's caches have noticed that the object of a token is gone; a success is kept for ten seconds. */
async function untilRefused(session: Session, token: string): Promise<void> {
  await session.untilResponse('the token is refused', 'POST', reviews, { spec: { token } }, (response) => {
    return fieldAt(response, 'status.authenticated') !== true;
  });
}

async function review(session: Session, token: string, further: JsonObject = {}): Promise<void> {
  await session.post(reviews, { spec: { token, ...further } });
}

/** Tokens of ServiceAccounts. */
export const tokenCases: readonly ConformanceCase[] = [
  {
    title: 'issues a token with which a ServiceAccount acts',
    run: async (session) => {
      const { namespace } = session;
      await account(session, 'robot');
      const token = await tokenOf(session, 'robot');
      await session.post(who, {}, { token });
      await session.get(session.path('secrets'), { token });
      const user = `system:serviceaccount:${namespace}:robot`;
      const subject = { kind: 'ServiceAccount', name: 'robot', namespace };
      await grant(session, [rule(['list'], ['secrets'])], { user, subject });
      await session.get(session.path('secrets'), { token });
    },
  },
  {
    title: 'reviews a token',
    run: async (session) => {
      await account(session, 'robot');
      const token = await tokenOf(session, 'robot', { expirationSeconds: 900 });
      await review(session, token);
      await review(session, token, { audiences: ['https://kubernetes.default.svc', 'b'] });
      await review(session, token, { audiences: ['b'] });
      await review(session, 'wrong');
      await review(session, 'a.b.c');
      await review(session, '');
    },
  },
  {
    title: 'issues a token for other audiences',
    run: async (session) => {
      await account(session, 'robot');
      const token = await tokenOf(session, 'robot', { audiences: ['a', 'b'] });
      await session.post(who, {}, { token });
      await review(session, token);
      await review(session, token, { audiences: ['b', 'c'] });
    },
  },
  {
    title: 'does not accept the token of a ServiceAccount that is gone or new',
    run: async (session) => {
      await account(session, 'robot');
      const token = await tokenOf(session, 'robot');
      await session.unrecorded('DELETE', session.path('serviceaccounts', 'robot'));
      await untilRefused(session, token);
      await review(session, token);
      await account(session, 'other');
      await review(session, await tokenOf(session, 'other'));
    },
  },
  {
    title: 'binds a token to a Secret',
    run: async (session) => {
      await account(session, 'robot');
      await session.unrecorded('POST', session.path('secrets'), { metadata: { name: 'key' } });
      const boundObjectRef = { kind: 'Secret', apiVersion: 'v1', name: 'key' };
      const token = await tokenOf(session, 'robot', { boundObjectRef });
      await session.unrecorded('DELETE', session.path('secrets', 'key'));
      await untilRefused(session, token);
      await review(session, token);
    },
  },
  ...(
    [
      ['a short life', { spec: { expirationSeconds: 599 } }],
      ['a long life', { spec: { expirationSeconds: 2 ** 32 + 1 } }],
      ['an absent Secret', { spec: { boundObjectRef: { kind: 'Secret', apiVersion: 'v1', name: 'a' } } }],
      ['a ConfigMap', { spec: { boundObjectRef: { kind: 'ConfigMap', apiVersion: 'v1', name: 'a' } } }],
      ['an unknown kind', { spec: { boundObjectRef: { kind: 'X', apiVersion: 'example.com/v1', name: 'a' } } }],
      ['another name', { metadata: { name: 'other' } }],
      ['another namespace', { metadata: { namespace: 'other' } }],
      ['another uid', { metadata: { uid: 'other' } }],
      ['an unknown field', { spec: { odd: 1 } }],
      ['the same name and audience', { metadata: { name: 'robot' }, spec: { audiences: ['x'] } }],
    ] satisfies [string, JsonObject][]
  ).map(
    ([what, body]): ConformanceCase => ({
      title: `answers a request for a token with ${what}`,
      run: async (session) => {
        await account(session, 'robot');
        await session.post(session.path('serviceaccounts', 'robot/token'), body);
      },
    }),
  ),
  {
    title: 'needs a ServiceAccount for a token',
    run: async (session) => {
      await session.post(session.path('serviceaccounts', 'absent/token'), {});
      await session.get(session.path('serviceaccounts', 'absent/token'));
      await session.put(session.path('serviceaccounts', 'absent/token'), {});
    },
  },
  {
    title: 'has a ServiceAccount in each namespace',
    run: async (session) => {
      const path = session.path('serviceaccounts', 'default');
      await session.until('the account exists', path, (_, status) => status === 200);
      await session.get(path);
      await session.unrecorded('DELETE', path);
      await session.until('the account exists again', path, (_, status) => status === 200);
    },
  },
  {
    title: 'publishes the certificate of its authority in each namespace',
    run: async (session) => {
      const path = session.path('configmaps', 'kube-root-ca.crt');
      await session.until('the ConfigMap exists', path, (_, status) => status === 200);
      const { body } = await session.unrecorded('GET', path);
      const { data, ...others } = isJsonObject(body) ? body : {};
      session.note('ConfigMap', { ...others, data: Object.keys(isJsonObject(data) ? data : {}) });
    },
  },
];
