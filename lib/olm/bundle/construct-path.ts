import { ApiObject } from 'cdk8s';
import type { KubernetesObject } from '../../api/index.ts';
import { type Operator, ValidatingAdmissionPolicy } from '../../constructs/index.ts';

/**
 * Finds the construct of a manifest of an operator, of its monitoring or of its samples.
 *
 * @returns manifest → path in the tree. A policy's two objects have the path of their common construct; an object that
 *   follows from the whole tree has the operator's path.
 * @example
 * const pathOf = constructPaths(operator);
 * pathOf(operator.toJson()[0]); // 'memcached-operator/Namespace'
 */
export function constructPaths(operator: Operator): (manifest: KubernetesObject | undefined) => string {
  const charts = [operator, operator.monitoring, operator.samples].filter((chart) => chart !== undefined);
  const constructs = charts.flatMap(({ node }) => node.findAll()).filter(ApiObject.isApiObject);
  return (manifest) => {
    const construct = constructs.find(
      ({ apiVersion, kind, name }) =>
        apiVersion === manifest?.apiVersion && kind === manifest.kind && name === manifest.metadata.name,
    );
    const policy = construct?.node.scopes.findLast((scope): boolean =>
      ValidatingAdmissionPolicy.isValidatingAdmissionPolicy(scope),
    );
    return (policy ?? construct ?? operator).node.path;
  };
}
