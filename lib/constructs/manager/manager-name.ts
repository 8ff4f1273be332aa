/** The name of an operator's Deployment, and of the ServiceAccount that its pods run as. */
export function managerName(operator: string): string {
  return `${operator}-controller-manager`;
}

/** The name of the role with what an operator's constructs ask for, and of its bindings. */
export function managerRoleName(operator: string): string {
  return `${operator}-manager-role`;
}

/** The name of the container that is the operator. */
export const managerContainer = 'manager';

/** The labels of the manager's pods, by which Services find them; the Deployment's selector, hence never to change. */
export function managerLabels(operator: string): Readonly<Record<string, string>> {
  return { 'app.kubernetes.io/name': operator, 'app.kubernetes.io/component': 'manager' };
}
