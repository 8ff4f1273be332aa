// In: a control plane without further roles. Out: the roles and bindings that the API server creates. Called by built-in-data.ts.

import { isJsonObject, type JsonObject } from '../lib/api/index.ts';
import { metadataFields, withMetadata } from '../lib/built-in/unvalidated-object.ts';
import { systemClock } from '../lib/clock/index.ts';
import { withFields } from '../lib/schema/json-part.ts';
import { aggregatedRules } from '../lib/testing/embedded/controller/role-aggregation.ts';
import type { ControlPlane } from '../lib/testing/index.ts';

const plurals = ['clusterroles', 'clusterrolebindings', 'roles', 'rolebindings'];

/** Returns plural → the objects, by namespace and name, without the fields that differ between two clusters. */
export async function defaultAccess(controlPlane: ControlPlane): Promise<object> {
  while (!(await isAggregated(controlPlane))) await systemClock.sleep(100);
  const entries: [string, JsonObject[]][] = [];
  for (const plural of plurals) entries.push([plural, (await objects(controlPlane, plural)).map(lasting)]);
  return Object.fromEntries(entries);
}

/** Returns true when the controller manager has gathered the rules of all ClusterRoles. */
async function isAggregated(controlPlane: ControlPlane): Promise<boolean> {
  const roles = await objects(controlPlane, 'clusterroles');
  return roles.every((role) => {
    const rules = aggregatedRules(role, roles);
    return rules === undefined || JSON.stringify(rules) === JSON.stringify(role.rules);
  });
}

async function objects(controlPlane: ControlPlane, plural: string): Promise<readonly JsonObject[]> {
  const path = `/apis/rbac.authorization.k8s.io/v1/${plural}`;
  const { stdout } = await controlPlane.kubectl(['get', '--raw', path]);
  const { items } = JSON.parse(stdout) as { readonly items: readonly JsonObject[] };
  const kind = { clusterroles: 'ClusterRole', clusterrolebindings: 'ClusterRoleBinding', roles: 'Role' }[plural];
  return items.map((item) => ({ apiVersion: 'rbac.authorization.k8s.io/v1', kind: kind ?? 'RoleBinding', ...item }));
}

function lasting(object: JsonObject): JsonObject {
  const { managedFields } = metadataFields(object);
  const entries = Array.isArray(managedFields) ? managedFields.filter(isJsonObject) : [];
  return withMetadata(object, {
    uid: undefined,
    resourceVersion: undefined,
    creationTimestamp: undefined,
    managedFields: entries.map((entry) => withFields(entry, { time: undefined })),
  });
}
