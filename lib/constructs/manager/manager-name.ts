/** Returns the name of an operator's Deployment, and of the ServiceAccount that its pods run as. */
export function managerName(operator: string): string {
  return `${operator}-controller-manager`;
}

/** Returns the name of the role with the rights for an operator's constructs, and of its bindings. */
export function managerRoleName(operator: string): string {
  return `${operator}-manager-role`;
}

/** The name of the operator's container. */
export const managerContainer = 'manager';

/**
 * Returns the labels of the manager's pods. Services select pods by them, and so does the Deployment, so they must
 * never change.
 */
export function managerLabels(operator: string): Readonly<Record<string, string>> {
  return { 'app.kubernetes.io/name': operator, 'app.kubernetes.io/component': 'manager' };
}

/**
 * Returns the name of the lease for the replica that issues the certificates and writes the authority into the
 * registrations.
 */
export function certificateLeaseName({ name }: { readonly name: string }): string {
  return `${name}-certificates`;
}

/** Returns the name of the Secret in which an operator keeps the certificates that it issues for its webhooks. */
export function certificateSecretName({ name }: { readonly name: string }): string {
  return `${name}-webhook-certificate`;
}

/** Returns the name of the roles that let an operator issue its certificates and register them. */
export function certificateRoleName({ name }: { readonly name: string }): string {
  return `${name}-certificates-role`;
}
