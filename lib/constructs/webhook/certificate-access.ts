import { Construct } from 'constructs';
import { BoundRole } from '../access/bound-role.ts';
import { verbsOf } from '../access/need.ts';

/**
 * Returns the name of the lease for the replica that issues the certificates and writes the authority into the
 * registrations.
 */
export function certificateLease({ name }: { readonly name: string }): string {
  return `${name}-certificates`;
}

/** Returns the name of the Secret in which an operator keeps the certificates that it issues for its webhooks. */
export function certificateSecret({ name }: { readonly name: string }): string {
  return `${name}-webhook-certificate`;
}

/** Returns the name of the roles that let an operator issue its certificates and register them. */
export function certificateRole({ name }: { readonly name: string }): string {
  return `${name}-certificates-role`;
}

/** Props of {@link CertificateAccess}. */
export interface CertificateAccessProps {
  readonly operator: { readonly name: string; readonly namespace: string; readonly account: string };
  readonly server: { readonly secret: string };
}

/** The rights that the manager needs to issue its own certificates: those to one Secret and one lease. */
export class CertificateAccess extends Construct {
  constructor(scope: Construct, id: string, { operator, server }: CertificateAccessProps) {
    super(scope, id);
    const { namespace, account } = operator;
    const lease = { group: 'coordination.k8s.io', resource: 'leases' };
    const secret = { group: '', resource: 'secrets' };
    new BoundRole(this, 'Keeper', {
      name: certificateRole(operator),
      reach: 'Namespaced',
      account,
      namespace,
      grants: () => [
        { ...lease, verbs: ['create'] },
        { ...lease, verbs: verbsOf('elect'), names: [certificateLease(operator)] },
        { ...secret, verbs: ['create'] },
        { ...secret, verbs: verbsOf('watch', 'storeCertificate'), names: [server.secret] },
      ],
    });
  }
}
