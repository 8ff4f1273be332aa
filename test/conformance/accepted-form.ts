// In: the kinds of writes. Out: requests that accept responses in many forms, at documents, objects and lists. Compared by the
// conformance suite.

import type { ConformanceRequest } from './conformance-server.ts';
import { json, merge } from './written-form.ts';
import { request, type Written, written } from './written-request.ts';

/** Accept headers, all but protobuf. */
const forms = [
  ...[
    '',
    '*/*',
    'application/*',
    json,
    'application/yaml',
    'application/cbor',
    'text/plain',
    'odd',
    'application/json;pretty=1',
    'text/html,*/*;q=0.1',
  ],
  ...[
    'application/json;q=0.5,application/yaml',
    'application/yaml;q=0.5,application/json;q=0.9',
    'application/json;q=0',
    'application/json;q=odd',
    'odd,application/json',
  ],
  ...['application/json;charset=utf-8', 'APPLICATION/JSON', 'application/json;stream=watch'],
  ...['Table', 'PartialObjectMetadata', 'PartialObjectMetadataList', 'Odd', '']
    .flatMap((as) => [`as=${as};v=v1;g=meta.k8s.io`, `as=${as};v=v1beta1;g=meta.k8s.io`])
    .map((form) => `${json};${form}`),
  ...[
    'as=Table',
    'as=Table;v=v1',
    'as=Table;g=meta.k8s.io',
    'v=v1;g=meta.k8s.io',
    'as=Table;v=v2;g=meta.k8s.io',
    'as=Table;v=v1;g=odd',
    'v=v1',
  ].map((form) => `${json};${form}`),
  ...[
    `application/yaml;as=Table;v=v1;g=meta.k8s.io`,
    `application/json;as=Odd;v=v1;g=meta.k8s.io,${json}`,
    `application/json;as=Table;v=v1;g=meta.k8s.io,${json}`,
  ],
  `application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io,application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io,${json}`,
];

/** Documents of discovery. */
const documents = [
  '/api',
  '/api/v1',
  '/apis',
  '/apis/apps',
  '/apis/apps/v1',
  '/version',
  '/readyz',
  '/odd',
  '/apis/odd',
];

/** Title → requests, in their order. */
export const formRequests: Readonly<Record<string, readonly ConformanceRequest[]>> = Object.fromEntries([
  ...documents.map((path) => [path, forms.map((accept) => request('GET', path, { accept }))]),
  ...written.map((kind) => [kind.collection, objectRequests(kind)]),
]);

function objectRequests({ collection, object, patch }: Written): ConformanceRequest[] {
  const path = `${collection}/written`;
  const whole = JSON.stringify(object);
  const remove = request('DELETE', path, {});
  return forms.flatMap((accept) => [
    request('GET', path, { accept }),
    request('POST', collection, { accept, body: whole }),
    request('POST', collection, { accept, body: whole }),
    request('GET', path, { accept }),
    request('GET', `${collection}?fieldSelector=metadata.name%3Dwritten`, { accept }),
    request('PUT', path, { accept, body: whole }),
    request('PATCH', path, { accept, body: JSON.stringify(patch), contentType: merge }),
    request('GET', `${path}/status`, { accept }),
    request('GET', `${path}/scale`, { accept }),
    request('GET', `${collection}?watch=1&timeoutSeconds=odd`, { accept }),
    request('DELETE', `${collection}?labelSelector=a%3Dnone`, { accept }),
    request('DELETE', path, { accept }),
    remove,
  ]);
}
