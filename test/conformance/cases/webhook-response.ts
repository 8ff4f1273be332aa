import type { JsonObject } from '../../../lib/api/index.ts';
import { patched, sendJson, sendReview, type WebhookResponse } from '../admission-webhook.ts';
import type { ConformanceCase } from '../session.ts';
import { configMap, widget, widgets } from './sample.ts';
import { allRules, webhookCase } from './webhook-case.ts';

function responseOf(
  sort: 'mutating' | 'validating',
  title: string,
  response: WebhookResponse,
  entry: JsonObject = {},
): ConformanceCase {
  return webhookCase(`${title} (${sort})`, { [sort]: { w: { response, entry } } }, async (session) => {
    await session.post(session.path('configmaps'), configMap('a', { x: '1' }));
  });
}

const denials: readonly (readonly [string, JsonObject])[] = [
  ['denies without explanation', { allowed: false }],
  ['denies with a message', { allowed: false, status: { message: 'not this' } }],
  ['denies with a reason', { allowed: false, status: { reason: 'NotThis' } }],
  ['denies with a code', { allowed: false, status: { message: 'not this', code: 403, reason: 'Forbidden' } }],
  ['denies with a code of success', { allowed: false, status: { status: 'Success', message: 'not this', code: 200 } }],
  [
    'denies with details',
    {
      allowed: false,
      status: {
        message: 'not this',
        code: 422,
        reason: 'Invalid',
        details: {
          name: 'a',
          kind: 'ConfigMap',
          causes: [{ reason: 'FieldValueInvalid', message: 'x', field: 'data.x' }],
        },
      },
    },
  ],
  ['denies with warnings', { allowed: false, warnings: ['one', 'two'] }],
  ['allows with warnings', { allowed: true, warnings: ['one', 'two', 'one', 'say "x"'] }],
  ['allows with audit annotations', { allowed: true, auditAnnotations: { a: 'b' } }],
];

const broken: readonly (readonly [string, WebhookResponse])[] = [
  [
    'answers without a response',
    (_, response) => sendJson(response, { apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview' }),
  ],
  ['answers with another uid', (_, response) => sendReview(response, { uid: 'other', allowed: true })],
  ['answers without a uid', (_, response) => sendReview(response, { allowed: true })],
  [
    'answers in another version',
    ({ uid }, response) =>
      sendJson(response, {
        apiVersion: 'admission.k8s.io/v1beta1',
        kind: 'AdmissionReview',
        response: { uid, allowed: true },
      }),
  ],
  [
    'answers with another kind',
    ({ uid }, response) =>
      sendJson(response, { apiVersion: 'v1', kind: 'ConfigMap', response: { uid, allowed: true } }),
  ],
  ['answers with an empty object', (_, response) => sendJson(response, {})],
  ['answers with a list', (_, response) => sendJson(response, [])],
  [
    'answers with text',
    (_, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      response.end('hello');
    },
  ],
  [
    'answers with nothing',
    (_, response) => {
      response.writeHead(200);
      response.end();
    },
  ],
  [
    'answers with HTML as JSON',
    (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('<html>');
    },
  ],
  ...[400, 401, 403, 404, 405, 409, 413, 418, 422, 429, 500, 502, 503, 504].map(
    (status): readonly [string, WebhookResponse] => [
      `answers with status ${status}`,
      (_, response) => {
        response.writeHead(status, { 'content-type': 'text/plain' });
        response.end('boom');
      },
    ],
  ),
  [
    'answers with a Status',
    (_, response) => {
      response.writeHead(403, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({ kind: 'Status', apiVersion: 'v1', status: 'Failure', message: 'go away', code: 403 }),
      );
    },
  ],
  ['ends the connection', (_, response) => void response.socket?.destroy()],
];

const patches: readonly (readonly [string, JsonObject])[] = [
  ['adds a field', patched([{ op: 'add', path: '/data/y', value: '2' }])],
  ['adds labels', patched([{ op: 'add', path: '/metadata/labels', value: { l: '1' } }])],
  ['replaces an absent field', patched([{ op: 'replace', path: '/data/y', value: '2' }])],
  ['removes an absent field', patched([{ op: 'remove', path: '/data/y' }])],
  ['adds a field of an absent object', patched([{ op: 'add', path: '/binaryData/y', value: 'aa' }])],
  ['fails a test', patched([{ op: 'test', path: '/data/x', value: '2' }])],
  ['sends an unknown step', patched([{ op: 'nope', path: '/data/x', value: '2' }])],
  ['sends an empty patch', patched([])],
  ['sends a patch that is not a list', patched({ op: 'add' })],
  ['makes a wrong type', patched([{ op: 'add', path: '/data', value: 'text' }])],
  ['makes an invalid object', patched([{ op: 'add', path: '/data/y z', value: 'text' }])],
  ['adds an unknown field', patched([{ op: 'add', path: '/nope', value: 'text' }])],
  ['renames the object', patched([{ op: 'replace', path: '/metadata/name', value: 'other' }])],
  ['moves the object', patched([{ op: 'replace', path: '/metadata/namespace', value: 'default' }])],
  [
    'writes managed fields',
    patched([{ op: 'replace', path: '/metadata/managedFields', value: [{ manager: '', operation: 'nope' }] }]),
  ],
  ['clears managed fields', patched([{ op: 'remove', path: '/metadata/managedFields' }])],
  ['sends a patch without a type', { ...patched([]), patchType: null }],
  ['sends a type without a patch', { allowed: true, patchType: 'JSONPatch' }],
  ['sends another type', { ...patched([{ op: 'add', path: '/data/y', value: '2' }]), patchType: 'MergePatch' }],
  ['sends text as a patch', { allowed: true, patchType: 'JSONPatch', patch: Buffer.from('hello').toString('base64') }],
  ['denies with a patch', { ...patched([{ op: 'add', path: '/data/y', value: '2' }]), allowed: false }],
];

/** Sends the beginning of a response, and never its end. */
const trickle: WebhookResponse = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{');
};

/** Responses of admission webhooks, also of broken and hostile ones. */
export const webhookResponseCases: readonly ConformanceCase[] = [
  ...denials.flatMap(([title, response]) => [
    responseOf('validating', title, response),
    responseOf('mutating', title, response),
  ]),
  ...broken.map(([title, response]) => responseOf('validating', title, response)),
  ...['answers without a uid', 'answers with text', 'answers with status 500'].map((title) =>
    responseOf('mutating', title, broken.find(([name]) => name === title)?.[1] ?? {}),
  ),
  ...broken
    .slice(0, 3)
    .map(([title, response]) =>
      responseOf('validating', `${title}, which is ignored`, response, { failurePolicy: 'Ignore' }),
    ),
  ...patches.map(([title, response]) => responseOf('mutating', title, response)),
  responseOf('validating', 'sends a patch', patched([{ op: 'add', path: '/data/y', value: '2' }])),
  responseOf('validating', 'sends a type of patches', { allowed: true, patchType: 'JSONPatch' }),
  responseOf('validating', 'is slow', () => undefined, { timeoutSeconds: 1 }),
  responseOf('mutating', 'is slow, which is ignored', () => undefined, { timeoutSeconds: 1, failurePolicy: 'Ignore' }),
  responseOf('validating', 'answers slowly', trickle, { timeoutSeconds: 1 }),
  responseOf('validating', 'answers with 4 MB', ({ uid }, response) =>
    sendReview(response, {
      uid,
      allowed: false,
      status: { message: 'no' },
      auditAnnotations: { a: 'x'.repeat(4_000_000) },
    }),
  ),
  responseOf('validating', 'is away', {}, { clientConfig: { url: 'https://127.0.0.1:1/away' } }),
  webhookCase(
    'patches custom resources',
    {
      mutating: {
        w: {
          response: patched([
            { op: 'add', path: '/spec/size', value: 3 },
            { op: 'add', path: '/spec/nope', value: 3 },
            { op: 'add', path: '/spec/deep', value: {} },
          ]),
          entry: { rules: [{ ...allRules[0], operations: ['CREATE'] }] },
        },
      },
    },
    async (session) => {
      await session.post(session.path(widgets), widget('a', {}));
      await session.get(session.path(widgets, 'a'));
      await session.patch('apply', `${session.path(widgets, 'b')}?fieldManager=me`, widget('b', {}));
      await session.patch('apply', `${session.path(widgets, 'b')}?fieldManager=me`, widget('b', { size: 4 }));
    },
  ),
  webhookCase(
    'patches a deletion and a status',
    {
      mutating: {
        w: {
          response: patched([{ op: 'add', path: '/metadata/labels', value: { l: '1' } }]),
          entry: { rules: [{ ...allRules[0], operations: ['DELETE', 'UPDATE'] }] },
        },
      },
    },
    async (session) => {
      await session.post(session.path(widgets), widget('a', { replicas: 1, size: 9 }));
      await session.patch('merge', `${session.path(widgets, 'a')}/status`, { status: { replicas: 1 } });
      await session.get(session.path(widgets, 'a'));
      await session.delete(session.path(widgets, 'a'));
    },
  ),
];
