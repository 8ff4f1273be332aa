// In: a write, and the authorizer of the cluster. Out: the variable `authorizer` of expressions. Called for each scope of expressions.

import { type CheckedAccount, type CheckedRight, RightAuthorizer } from '../../../../schema/structural/index.ts';
import type { Authorization } from '../../../access/authorization.ts';
import type { Authorizer } from '../../authorization/authorizer.ts';
import { accountUsername, namedUser } from '../../user.ts';
import type { AdmittedWrite } from '../admitted-write.ts';

/** Returns the authorizer that expressions ask about the sender of a write, or about a ServiceAccount. */
export function rightAuthorizer(write: AdmittedWrite, authorizer: Authorizer): RightAuthorizer {
  const { type, subresource, namespace = '', name, requester } = write;
  const decide = (right: CheckedRight, account: CheckedAccount | undefined) => {
    const user = account === undefined ? requester.user : namedUser(accountUsername(account), []);
    return authorizer.decision(user, authorizationOf(right));
  };
  return new RightAuthorizer(decide, { group: type.group, resource: type.plural, subresource, namespace, name });
}

function authorizationOf(right: CheckedRight): Authorization {
  if ('path' in right) return right;
  const { verb, group, resource, subresource, namespace, name } = right;
  return {
    verb,
    group,
    resource: subresource === '' ? resource : `${resource}/${subresource}`,
    namespace: namespace === '' ? undefined : namespace,
    name: name === '' ? undefined : name,
  };
}
