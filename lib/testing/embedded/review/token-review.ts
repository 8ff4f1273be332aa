// In: a token, or the ServiceAccount for which one is requested. Out: the user of the token, or a new one. Called by the table of
// reviews.

import { isJsonObject, type JsonObject } from '../../../api/index.ts';
import { type Cause, invalidValue, metadataFields, metadataText } from '../../../built-in/index.ts';
import { timestamp } from '../../../clock/index.ts';
import { fieldsAt, scalarText, textAt, textList, withFields } from '../../../schema/index.ts';
import { apiAudience, type TokenReference } from '../authentication/account-token.ts';
import { nodes, serviceAccounts } from '../collection.ts';
import { badRequest, conflict, invalid, objectNotFound } from '../status-error.ts';
import type { ReviewHandler, SentReview } from './review.ts';
import { userInfo } from './self-review.ts';

/** Answers a TokenReview: whose token is it? */
export const tokenReview: ReviewHandler = ({ object, tokens }) => {
  const spec = fieldsAt(object, 'spec');
  const token = scalarText(spec.token);
  if (token === '') throw badRequest('token is required for TokenReview in authentication');
  const requested = textList(spec.audiences);
  const found = tokens.authenticated(token, requested.length === 0 ? [apiAudience] : requested);
  const status =
    typeof found === 'string'
      ? { user: {}, error: found }
      : { authenticated: true, user: userInfo(found.user), audiences: found.audiences };
  return { ...object, status };
};

const tokenRequestType = { group: 'authentication.k8s.io', plural: 'TokenRequest', kind: 'TokenRequest' } as const;

const defaultSeconds = 3_600;
const shortestSeconds = 600;
const longestSeconds = 2 ** 32;
/** Pods ask for this lifetime; the API server then lets their tokens live for a year. */
const podTokenSeconds = 3_607;
const yearSeconds = 365 * 24 * 3_600;

/** Returns a TokenRequest with the default lifetime. */
export function defaultedRequest(object: JsonObject): JsonObject {
  const spec = fieldsAt(object, 'spec');
  return { ...object, spec: { ...spec, expirationSeconds: spec.expirationSeconds ?? defaultSeconds } };
}

/** Answers a TokenRequest with a token of the ServiceAccount. */
export const tokenRequest: ReviewHandler = (review) => {
  const { object, state, tokens, namespace = '', name } = review;
  assertName(review);
  const account = state.store.get(serviceAccounts, `${namespace}/${name}`);
  if (account === undefined) throw objectNotFound({ group: '', plural: 'serviceaccounts', kind: '' }, name);
  const uid = metadataText(account, 'uid');
  const asked = metadataText(object, 'uid');
  if (asked !== '' && asked !== uid) {
    const text = `the UID in the token request (${asked}) does not match the UID of the service account (${uid})`;
    throw conflict(tokenRequestType, name, text);
  }
  const spec = fieldsAt(object, 'spec');
  const seconds = Number(spec.expirationSeconds);
  assertLifetime(seconds);
  const audiences = textList(spec.audiences).length === 0 ? [apiAudience] : textList(spec.audiences);
  const bound = boundObject(review, spec);
  const isExtended =
    bound.pod !== undefined && seconds === podTokenSeconds && audiences.every((each) => each === apiAudience);
  const lifetimeSeconds = isExtended ? yearSeconds : seconds;
  const token = tokens.issue({ namespace, account: { name, uid }, bound, audiences, lifetimeSeconds });
  return {
    ...object,
    metadata: withFields(metadataFields(object), { name, namespace, uid, creationTimestamp: state.now() }),
    spec: { ...spec, audiences, expirationSeconds: seconds, boundObjectRef: spec.boundObjectRef ?? null },
    status: { token, expirationTimestamp: timestamp(state.clock.now() + seconds * 1_000) },
  };
};

function assertName({ object, name }: SentReview): void {
  const written = metadataText(object, 'name');
  if (written === '' || written === name) return;
  const cause = invalidValue('metadata.name', written, 'must match the service account name if specified');
  throw invalid(tokenRequestType, name, [cause]);
}

function assertLifetime(seconds: number): void {
  const field = 'spec.expirationSeconds';
  const causes: Cause[] = [
    ...(seconds < shortestSeconds
      ? [invalidValue(field, seconds, 'may not specify a duration less than 10 minutes')]
      : []),
    ...(seconds > longestSeconds
      ? [invalidValue(field, seconds, 'may not specify a duration larger than 2^32 seconds')]
      : []),
  ];
  if (causes.length > 0) throw invalid(tokenRequestType, '', causes);
}

/** Kind → its plural; tokens can be bound to objects of these. */
const plurals: Readonly<Record<string, string>> = { Pod: 'pods', Secret: 'secrets', Node: 'nodes' };

function boundObject(
  { state, namespace = '', name }: SentReview,
  spec: JsonObject,
): Readonly<Record<string, TokenReference>> {
  const reference = spec.boundObjectRef;
  if (!isJsonObject(reference)) return {};
  const [kind, apiVersion, boundName] = [reference.kind, reference.apiVersion, reference.name].map(scalarText);
  const plural = plurals[kind ?? ''];
  if (plural === undefined || apiVersion !== 'v1') {
    const [version = '', group = ''] = (apiVersion ?? '').split('/').toReversed();
    throw badRequest(`cannot bind token to object of type ${group}/${version}, Kind=${kind}`);
  }
  const key = plural === 'nodes' ? `${boundName}` : `${namespace}/${boundName}`;
  const object = state.store.get(`/${plural}`, key);
  if (object === undefined) throw objectNotFound({ group: '', plural, kind: '' }, boundName ?? '');
  const node = plural === 'pods' ? nodeOf(state, object, name) : {};
  const uid = metadataText(object, 'uid');
  const asked = scalarText(reference.uid);
  if (asked !== '' && asked !== uid) {
    const text = `the UID in the bound object reference (${asked}) does not match the UID in record. The object might have been deleted and then recreated`;
    throw conflict({ group: '', plural: kind ?? '', kind: '' }, boundName ?? '', text);
  }
  return { [plural.slice(0, -1)]: { name: boundName ?? '', uid }, ...node };
}

/** A pod's token names the pod's node. @throws StatusError if the pod has another ServiceAccount. */
function nodeOf(
  { store }: SentReview['state'],
  pod: JsonObject,
  account: string,
): Readonly<Record<string, TokenReference>> {
  if (textAt(pod, 'spec.serviceAccountName') !== account) {
    const text = `cannot bind token for serviceaccount ${JSON.stringify(account)} to pod running with different serviceaccount name.`;
    throw badRequest(text);
  }
  const name = textAt(pod, 'spec.nodeName');
  if (name === '') return {};
  const node = store.get(nodes, name);
  return { node: { name, uid: node === undefined ? '' : metadataText(node, 'uid') } };
}
