// In: a few kinds. Out: sequences of requests for each: writes with all parameters, bodies and media types. Each sequence starts and
// ends without its object. Compared by the conformance suite.

import type { JsonObject } from '../../lib/api/index.ts';
import type { ConformanceRequest } from './conformance-server.ts';
import {
  apply,
  bodiesOf,
  bodyTypes,
  deletionBodies,
  deletionQueries,
  json,
  merge,
  metadata,
  patchBodies,
  patchTypes,
  protobuf,
  queries,
  texts,
} from './written-form.ts';

/** A kind, and an object of it. */
export interface Written {
  readonly collection: string;
  readonly object: JsonObject;
  /** A merge patch that changes the object. */
  readonly patch: JsonObject;
}

export const written: readonly Written[] = [
  {
    collection: '/api/v1/namespaces/default/configmaps',
    object: { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { a: '1' } },
    patch: { data: { a: '2' } },
  },
  {
    collection: '/apis/coordination.k8s.io/v1/namespaces/default/leases',
    object: { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata, spec: { holderIdentity: 'a' } },
    patch: { spec: { holderIdentity: 'b' } },
  },
  {
    collection: '/apis/conformance.example.com/v1/namespaces/default/widgets',
    object: { apiVersion: 'conformance.example.com/v1', kind: 'Widget', metadata, spec: { size: 1 } },
    patch: { spec: { size: 2 } },
  },
];

type Sequences = Readonly<Record<string, readonly ConformanceRequest[]>>;

/** Title → requests, in their order. */
export const writtenRequests: Sequences = Object.fromEntries(
  written.flatMap((kind) =>
    Object.entries(sequencesOf(kind)).map(([what, requests]) => [`${kind.collection}: ${what}`, requests]),
  ),
);

function sequencesOf(kind: Written): Sequences {
  const { collection, object, patch } = kind;
  const path = `${collection}/written`;
  const whole = JSON.stringify(object);
  const create = request('POST', collection, { body: whole });
  const remove = request('DELETE', path, {});
  /** Each write with one query, body and type. */
  const writes = (query: string, options: Sent = {}) => [
    request('POST', `${collection}?${query}`, { body: whole, ...options }),
    request('PUT', `${path}?${query}`, { body: whole, ...options }),
    request('PATCH', `${path}?${query}`, { contentType: merge, body: JSON.stringify(patch), ...options }),
    request('PATCH', `${path}?${query}`, { contentType: apply, body: whole, ...options }),
  ];
  return {
    parameters: queries.flatMap((query) => [...writes(query), remove]),
    'parameters of deletions': [...queries, ...deletionQueries.map((each) => `${each}&dryRun=All`)].flatMap((query) => [
      create,
      request('DELETE', `${path}?${query}`, {}),
      request('DELETE', `${collection}?labelSelector=a%3Dnone&${query}`, {}),
    ]),
    'bodies of deletions': deletionBodies.flatMap((body) => [
      create,
      request('DELETE', `${collection}?labelSelector=a%3Dnone`, { body }),
      request('DELETE', `${path}?gracePeriodSeconds=odd`, { body }),
    ]),
    bodies: [
      ...texts.map((body) => [body, json]),
      ...bodiesOf(object).flatMap((body) => [json, 'application/yaml'].map((contentType) => [body, contentType])),
    ].flatMap(([body, contentType]) => [
      request('POST', `${collection}?dryRun=All`, { body, contentType }),
      create,
      request('PUT', `${path}?dryRun=All`, { body, contentType }),
      remove,
    ]),
    // The API server doesn't read the times of a custom resource that is applied.
    'applied bodies': bodiesOf(object)
      .filter((body) => !body.includes('creationTimestamp'))
      .flatMap((body) => [
        request('PATCH', `${path}?fieldManager=x&dryRun=All`, { body, contentType: apply }),
        create,
        request('PATCH', `${path}?fieldManager=x&dryRun=All`, { body, contentType: apply }),
        remove,
      ]),
    'media types': [
      // The API server ends without a response if a custom resource isn't protobuf.
      ...bodyTypes
        .filter((type) => type !== protobuf || !collection.includes('example'))
        .flatMap((contentType) => [
          request('POST', `${collection}?dryRun=All`, { body: whole, contentType }),
          create,
          request('PUT', path, { body: whole, contentType }),
          request('DELETE', path, { body: '{}', contentType }),
          request('DELETE', path, { body: '', contentType }),
          remove,
        ]),
      create,
      ...patchTypes.map((contentType) =>
        request('PATCH', `${path}?fieldManager=x`, { body: JSON.stringify(patch), contentType }),
      ),
      remove,
    ],
    patches: [
      create,
      ...patchBodies.flatMap((body) =>
        patchTypes
          .slice(3, 7)
          .flatMap((contentType) =>
            ['', '&fieldValidation=Strict'].map((query) =>
              request('PATCH', `${path}?fieldManager=x&dryRun=All${query}`, { body, contentType }),
            ),
          ),
      ),
      remove,
    ],
  };
}

type Sent = Partial<Pick<ConformanceRequest, 'accept' | 'body' | 'contentType'>>;

/** Returns a request. */
export function request(
  method: string,
  path: string,
  { accept = json, body, contentType = json }: Sent,
): ConformanceRequest {
  return { method, path, accept, body, contentType: body === undefined ? undefined : contentType };
}
