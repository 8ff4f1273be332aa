// In: an operator and its manifests. Out: the nodes of its manager, and of the rights of the manager's account. Called
// by `operatorGraph`.

import type { KubernetesObject } from '../../api/index.ts';
import {
  isBinding,
  isRole,
  managerName,
  type Operator,
  type PolicyRule,
  resourceVerbs,
  roleOfBinding,
} from '../../constructs/index.ts';
import type { GraphNode } from './graph-node.ts';

/** Returns the manager's Deployment with its images, then each role of its account. */
export function managerNodes(operator: Operator, manifests: readonly KubernetesObject[]): GraphNode[] {
  const { name, namespace, props } = operator;
  const account = managerName(name);
  const images = Object.values(props.childImages ?? {}).map((image) => `child image ${image}`);
  const deployment: GraphNode = {
    id: `Deployment ${account}`,
    section: 'Manager',
    title: 'Deployment',
    lines: [account, `namespace ${namespace}`, `replicas ${props.replicas ?? 1}`, `image ${props.image}`, ...images],
  };
  return [deployment, ...roleNodes(manifests, account)];
}

function roleNodes(manifests: readonly KubernetesObject[], account: string): GraphNode[] {
  const roles = manifests.filter(isRole);
  const bindings = manifests
    .filter(isBinding)
    .filter(({ subjects = [] }) => subjects.some(({ kind, name }) => kind === 'ServiceAccount' && name === account));
  return bindings.flatMap((binding) => {
    const role = roleOfBinding(binding, roles);
    if (role === undefined) return [];
    const { kind, metadata, rules = [] } = role;
    const where = metadata.namespace === undefined ? [] : [`namespace ${metadata.namespace}`];
    const id = `${kind} ${metadata.namespace ?? ''} ${metadata.name}`;
    return [{ id, section: 'Manager' as const, title: kind, lines: [metadata.name, ...where, ...groupVerbs(rules)] }];
  });
}

/** Returns a line for each API group, with all verbs on its resources. */
function groupVerbs(rules: readonly PolicyRule[]): string[] {
  const rights = rules.flatMap(({ apiGroups = [], verbs }) => apiGroups.map((group) => ({ group, verbs })));
  return Array.from(
    Map.groupBy(rights, ({ group }) => group),
    ([group, same]) => {
      const verbs = new Set(same.flatMap((right) => right.verbs));
      return `${group || 'core'}: ${resourceVerbs.filter((verb) => verbs.has(verb)).join(' ')}`;
    },
  );
}
