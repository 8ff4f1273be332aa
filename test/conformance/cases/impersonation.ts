import type { JsonObject } from '../../../lib/api/index.ts';
import type { ConformanceUser } from '../conformance-server.ts';
import type { ConformanceCase, Session } from '../session.ts';
import { grant, rule } from './right.ts';

const who = '/apis/authentication.k8s.io/v1/selfsubjectreviews';

/** Returns the token of a ServiceAccount that has rules in the whole cluster. */
async function robot(session: Session, rules: readonly JsonObject[]): Promise<string> {
  const { namespace } = session;
  await session.unrecorded('POST', session.path('serviceaccounts'), { metadata: { name: 'robot' } });
  const user = `system:serviceaccount:${namespace}:robot`;
  const subject = { kind: 'ServiceAccount', name: 'robot', namespace };
  if (rules.length > 0) await grant(session, rules, { user, subject, place: 'cluster' });
  const { body } = await session.unrecorded('POST', session.path('serviceaccounts', 'robot/token'), {});
  return JSON.parse(JSON.stringify(body)).status.token as string;
}

const authentication = { apiGroups: ['authentication.k8s.io'] };

const users: readonly (readonly [string, ConformanceUser])[] = [
  ['a user', { name: 'ann' }],
  ['a user with groups', { name: 'ann', groups: ['a', 'b'] }],
  ['a user with a uid', { name: 'ann', uid: '7' }],
  ['a user with extra fields', { name: 'ann', extra: { 'example.com/scopes': ['x'] } }],
  ['a user with a short extra field', { name: 'ann', extra: { scopes: ['x'] } }],
  ['a ServiceAccount', { name: 'system:serviceaccount:default:other' }],
  ['a ServiceAccount with groups', { name: 'system:serviceaccount:default:other', groups: ['a'] }],
  ['a node', { name: 'system:node:one' }],
  ['the group of admins', { name: 'ann', groups: ['system:masters'] }],
  ['the anonymous user', { name: 'system:anonymous' }],
  ['an unauthenticated group', { name: 'ann', groups: ['system:unauthenticated'] }],
  ['a malformed ServiceAccount', { name: 'system:serviceaccount:default' }],
];

/** The rights to impersonate, and the users that these allow. */
const rights: readonly (readonly [string, readonly JsonObject[]])[] = [
  ['no right', []],
  ['the right to users', [rule(['impersonate'], ['users'])]],
  ['the right to one user', [rule(['impersonate'], ['users'], { resourceNames: ['ann'] })]],
  ['the right to users and groups', [rule(['impersonate'], ['users', 'groups', 'serviceaccounts'])]],
  [
    'the right to uids and extra fields',
    [
      rule(['impersonate'], ['users']),
      rule(['impersonate'], ['uids', 'userextras/example.com/scopes', 'userextras/scopes'], authentication),
    ],
  ],
  [
    'constrained rights',
    [
      rule(['impersonate:user-info'], ['users', 'groups'], authentication),
      rule(['impersonate:serviceaccount'], ['serviceaccounts'], authentication),
      rule(['impersonate:arbitrary-node'], ['nodes'], authentication),
      rule(
        [
          'impersonate-on:user-info:create',
          'impersonate-on:serviceaccount:create',
          'impersonate-on:arbitrary-node:create',
        ],
        ['selfsubjectreviews'],
        authentication,
      ),
    ],
  ],
];

/** Requests as other users. */
export const impersonationCases: readonly ConformanceCase[] = [
  ...rights.map(
    ([what, rules]): ConformanceCase => ({
      title: `impersonates with ${what}`,
      run: async (session) => {
        const token = await robot(session, rules);
        for (const [, as] of users) await session.post(who, {}, { token, as });
        await session.get('/version', { token, as: { name: 'ann' } });
      },
    }),
  ),
  {
    title: 'refuses groups, uids and extra fields without a user',
    run: async (session) => {
      await session.get('/version', { as: { name: '', groups: ['a'] } });
      await session.get('/version', { as: { name: '', uid: '7' } });
      await session.get('/version', { as: { name: '', extra: { a: ['b', 'c'] } } });
    },
  },
];
