import { isDnsLabel, isSubdomain } from '../../name-form.ts';
import { EvaluationError } from '../expression-error.ts';
import type { Library } from '../overload.ts';
import {
  DecisionValue,
  GroupCheck,
  PathCheck,
  type ResourceCheck,
  type RightAuthorizer,
} from '../value/authorization.ts';

/**
 * The methods of `authorizer`. Selectors change no decision of roles.
 *
 * @see https://kubernetes.io/docs/reference/using-api/cel/#kubernetes-authorizer-library
 */
export const authorizations: Library = {
  'authorizer.path(string): pathCheck': (authorizer: RightAuthorizer, path: string) => new PathCheck(authorizer, path),
  'authorizer.group(string): groupCheck': (authorizer: RightAuthorizer, group: string) =>
    new GroupCheck(authorizer, group),
  'authorizer.serviceAccount(string, string): authorizer': (
    authorizer: RightAuthorizer,
    namespace: string,
    name: string,
  ) => {
    if (!isSubdomain(name)) throw new EvaluationError('Invalid service account name');
    if (!isDnsLabel(namespace)) throw new EvaluationError('Invalid service account namespace');
    return authorizer.forAccount({ namespace, name });
  },
  'groupCheck.resource(string): resourceCheck': (check: GroupCheck, resource: string) => check.resource(resource),
  'resourceCheck.subresource(string): resourceCheck': (check: ResourceCheck, subresource: string) =>
    check.with({ subresource }),
  'resourceCheck.namespace(string): resourceCheck': (check: ResourceCheck, namespace: string) =>
    check.with({ namespace }),
  'resourceCheck.name(string): resourceCheck': (check: ResourceCheck, name: string) => check.with({ name }),
  'resourceCheck.fieldSelector(string): resourceCheck': (check: ResourceCheck) => check,
  'resourceCheck.labelSelector(string): resourceCheck': (check: ResourceCheck) => check,
  'resourceCheck.check(string): decision': ({ authorizer, objects }: ResourceCheck, verb: string) =>
    new DecisionValue(authorizer.decide({ ...objects, verb })),
  'pathCheck.check(string): decision': ({ authorizer, path }: PathCheck, verb: string) =>
    new DecisionValue(authorizer.decide({ path, verb })),
  'decision.allowed(): bool': ({ isAllowed }: DecisionValue) => isAllowed,
  'decision.reason(): string': ({ reason }: DecisionValue) => reason,
  'decision.errored(): bool': () => false,
  'decision.error(): string': () => '',
};
