// In: a question of a user about itself. Out: its rules, or its name and groups. Called by the table of reviews.

import { isJsonObject, type JsonObject } from '../../../api/index.ts';
import type { PolicyRule } from '../../../constructs/index.ts';
import { scalarText } from '../../../schema/index.ts';
import { badRequest } from '../status-error.ts';
import type { RequestUser } from '../user.ts';
import type { ReviewHandler } from './review.ts';

/** Answers a SelfSubjectReview: who is the sender? */
export const selfReview: ReviewHandler = ({ object, user, state }) => ({
  ...object,
  metadata: { creationTimestamp: state.now() },
  status: { userInfo: userInfo(user) },
});

/** Answers a SelfSubjectRulesReview: which rights does the sender have in a namespace? */
export const rulesReview: ReviewHandler = ({ object, user, authorizer }) => {
  const { spec } = object;
  const namespace = isJsonObject(spec) ? scalarText(spec.namespace) : '';
  if (namespace === '') throw badRequest('no namespace on request');
  const { rules, failures } = authorizer.rules(user, namespace);
  return {
    ...object,
    metadata: {},
    spec: {},
    status: {
      resourceRules: rules.flatMap(resourceRule),
      nonResourceRules: rules.flatMap(pathRule),
      incomplete: false,
      ...(failures !== undefined && { evaluationError: failures }),
    },
  };
};

/** Returns a user as reviews show it. */
export function userInfo({ username, uid = '', groups, extra = {} }: RequestUser): JsonObject {
  const values = Object.entries(extra).map(([key, texts]): [string, string[]] => [key, [...texts]]);
  return {
    username,
    ...(uid !== '' && { uid }),
    ...(groups.length > 0 && { groups: [...groups] }),
    ...(values.length > 0 && { extra: Object.fromEntries(values) }),
  };
}

function resourceRule({ verbs, apiGroups = [], resources = [], resourceNames = [] }: PolicyRule): JsonObject[] {
  if (resources.length === 0) return [];
  return [{ verbs, apiGroups, resources, ...(resourceNames.length > 0 && { resourceNames }) }];
}

function pathRule({ verbs, nonResourceURLs = [] }: PolicyRule): JsonObject[] {
  return nonResourceURLs.length === 0 ? [] : [{ verbs, nonResourceURLs }];
}
