// In: a SubjectAccessReview of one of three kinds. Out: its decision by the stored roles. Called by the table of reviews.

import { isJsonObject, type JsonObject } from '../../../api/index.ts';
import { type Cause, invalidValue, metadataFields, metadataText } from '../../../built-in/index.ts';
import { fieldsAt, fieldsIn, isJsonList, scalarText, textList, withFields } from '../../../schema/index.ts';
import type { Authorization } from '../../access/authorization.ts';
import { notImplemented } from '../status-error.ts';
import type { RequestUser } from '../user.ts';
import { invalidReview, type ReviewHandler, type SentReview } from './review.ts';

const group = 'authorization.k8s.io';

/** Answers a SelfSubjectAccessReview: may the sender do it? */
export const selfSubjectAccessReview: ReviewHandler = (review) => {
  assertValid([...attributeCauses(fieldsAt(review.object, 'spec')), ...metadataCauses(review, [])]);
  return decided(review, review.user);
};

/** Answers a SubjectAccessReview: may the named user do it? */
export const subjectAccessReview: ReviewHandler = (review) => {
  const spec = fieldsAt(review.object, 'spec');
  assertValid([...attributeCauses(spec), ...subjectCauses(spec), ...metadataCauses(review, [])]);
  return decided(review, namedUser(spec));
};

/** Answers a LocalSubjectAccessReview: may the named user do it in the namespace of the review? */
export const localSubjectAccessReview: ReviewHandler = (review) => {
  const spec = fieldsAt(review.object, 'spec');
  const namespace = metadataText(review.object, 'namespace');
  const { resourceAttributes, nonResourceAttributes } = spec;
  const asked = isJsonObject(resourceAttributes) ? scalarText(resourceAttributes.namespace) : namespace;
  assertValid([
    ...attributeCauses(spec),
    ...subjectCauses(spec),
    ...metadataCauses(review, ['namespace']),
    ...(asked === namespace
      ? []
      : [invalidValue('spec.resourceAttributes.namespace', asked, 'must match metadata.namespace')]),
    ...(isJsonObject(nonResourceAttributes)
      ? [
          invalidValue(
            'spec.nonResourceAttributes',
            goPath(nonResourceAttributes),
            'disallowed on this kind of request',
          ),
        ]
      : []),
  ]);
  return decided(review, namedUser(spec));
};

function assertValid(causes: readonly Cause[]): void {
  if (causes.length > 0) throw invalidReview(group, causes);
}

function attributeCauses({ resourceAttributes, nonResourceAttributes }: JsonObject): Cause[] {
  const hasResource = isJsonObject(resourceAttributes);
  if (hasResource && isJsonObject(nonResourceAttributes)) {
    const text = 'cannot be specified in combination with resourceAttributes';
    return [invalidValue('spec.nonResourceAttributes', goPath(nonResourceAttributes), text)];
  }
  if (hasResource || isJsonObject(nonResourceAttributes)) return [];
  const text = 'exactly one of nonResourceAttributes or resourceAttributes must be specified';
  return [invalidValue('spec.resourceAttributes', null, text)];
}

/** Errors show the attributes of a path as Go has them. */
function goPath({ path, verb }: JsonObject): JsonObject {
  return { Path: scalarText(path), Verb: scalarText(verb) };
}

function subjectCauses({ user, groups }: JsonObject): Cause[] {
  if (scalarText(user) !== '' || (isJsonList(groups) && groups.length > 0)) return [];
  return [invalidValue('spec.user', '', 'at least one of user or group must be specified')];
}

/** @param allowed - the fields of the metadata that may be set. */
function metadataCauses({ object }: SentReview, allowed: readonly string[]): Cause[] {
  const written = metadataFields(object);
  const other = withFields(written, {
    managedFields: undefined,
    ...Object.fromEntries(allowed.map((field) => [field, undefined])),
  });
  const text = ['must be empty', ...allowed].join(' except for ');
  return Object.values(other).every((value) => value === '') ? [] : [invalidValue('metadata', written, text)];
}

function namedUser({ user, groups, uid }: JsonObject): RequestUser {
  return { username: scalarText(user), groups: textList(groups), uid: scalarText(uid) };
}

function decided(review: SentReview, user: RequestUser): JsonObject {
  const { isAllowed, reason } = review.authorizer.decision(user, rightOf(fieldsAt(review.object, 'spec')));
  return { ...review.object, status: { allowed: isAllowed, ...(reason !== '' && { reason }) } };
}

/** Roles don't select objects, so selectors change no decision. */
function rightOf({ resourceAttributes, nonResourceAttributes }: JsonObject): Authorization {
  if (!isJsonObject(resourceAttributes)) {
    const { verb, path } = fieldsIn(nonResourceAttributes);
    return { verb: scalarText(verb), path: scalarText(path) };
  }
  const { fieldSelector, labelSelector } = resourceAttributes;
  if (isJsonObject(fieldSelector) || isJsonObject(labelSelector)) {
    throw notImplemented('validates no selectors of access reviews');
  }
  const [resource, subresource, namespace, name] = ['resource', 'subresource', 'namespace', 'name'].map((field) =>
    scalarText(resourceAttributes[field]),
  );
  return {
    verb: scalarText(resourceAttributes.verb),
    group: scalarText(resourceAttributes.group),
    resource: subresource === '' ? `${resource}` : `${resource}/${subresource}`,
    namespace: namespace === '' ? undefined : namespace,
    name: name === '' ? undefined : name,
  };
}
