import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import type { ResourceDefinition } from '../../api/index.ts';
import type { Verb } from './grant.ts';
import { policyRules } from './policy-rule.ts';

/** Props of {@link UserRoles}. */
export interface UserRolesProps {
  /** The operator's name. */
  readonly name: string;
  readonly definition: ResourceDefinition;
}

/**
 * Editor and viewer roles for a custom resource, aggregated to the built-in `admin`, `edit` and `view`. A user who may
 * edit or view a namespace may do so with the resource.
 *
 * @see https://kubernetes.io/docs/reference/access-authn-authz/rbac/#aggregated-clusterroles
 */
export class UserRoles extends Construct {
  constructor(scope: Construct, id: string, { name, definition }: UserRolesProps) {
    super(scope, id);
    const { group, plural, singular, scale } = definition;

    const role = (title: string, { verbs, scaling, aggregates }: UserRights) =>
      new ApiObject(this, title, {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'ClusterRole',
        metadata: {
          name: `${name}-${singular}-${title.toLowerCase()}-role`,
          labels: Object.fromEntries(
            aggregates.map((role) => [`rbac.authorization.k8s.io/aggregate-to-${role}`, 'true']),
          ),
        },
        rules: policyRules([
          { group, resource: plural, verbs },
          { group, resource: `${plural}/status`, verbs: ['get'] },
          ...(scale === undefined ? [] : [{ group, resource: `${plural}/scale`, verbs: scaling }]),
        ]),
      });

    const read: Verb[] = ['get', 'list', 'watch'];
    role('Editor', {
      verbs: [...read, 'create', 'update', 'patch', 'delete', 'deletecollection'],
      scaling: ['get', 'update', 'patch'],
      aggregates: ['admin', 'edit'],
    });
    role('Viewer', { verbs: read, scaling: ['get'], aggregates: ['view'] });
  }
}

/** The rights of editors or viewers. */
interface UserRights {
  readonly verbs: readonly Verb[];
  /** The verbs for the number of replicas alone, if the resource has one. */
  readonly scaling: readonly Verb[];
  /** The built-in roles to which the role is aggregated. */
  readonly aggregates: readonly string[];
}
