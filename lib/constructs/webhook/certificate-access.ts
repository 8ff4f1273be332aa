import { Construct } from 'constructs';
import { BoundRole } from '../access/bound-role.ts';
import type { Grant } from '../access/grant.ts';
import { verbsOf } from '../access/need.ts';

/** The lease by which one replica issues the certificates and tells API servers whom to trust. */
export function certificateLease({ name }: { readonly name: string }): string {
  return `${name}-certificates`;
}

/** Props of {@link CertificateAccess}. */
export interface CertificateAccessProps {
  readonly operator: { readonly name: string; readonly namespace: string; readonly account: string };
  readonly server: Registered;
}

/** The names of what there is to write: all but the Secret's is asked at synth. */
export interface Registered {
  readonly secret: string;
  readonly validatingConfiguration: string | undefined;
  readonly mutatingConfiguration: string | undefined;
  readonly converted: readonly { readonly name: string }[];
}

/** What the manager may do to issue its own certificates: the one Secret, the lease, and its own registrations. */
export class CertificateAccess extends Construct {
  constructor(scope: Construct, id: string, { operator, server }: CertificateAccessProps) {
    super(scope, id);
    const { name, namespace, account } = operator;
    const role = `${name}-certificates-role`;
    const lease = { group: 'coordination.k8s.io', resource: 'leases' };
    const secret = { group: '', resource: 'secrets' };
    new BoundRole(this, 'Keeper', {
      name: role,
      reach: 'Namespaced',
      account,
      namespace,
      grants: () => [
        { ...lease, verbs: ['create'] },
        { ...lease, verbs: verbsOf('elect'), names: [certificateLease(operator)] },
        { ...secret, verbs: ['create'] },
        { ...secret, verbs: [...verbsOf('follow'), ...verbsOf('keep')], names: [server.secret] },
      ],
    });
    new BoundRole(this, 'Registrar', {
      name: role,
      reach: 'Cluster',
      account,
      namespace,
      grants: () => registrations(server),
    });
  }
}

function registrations({ validatingConfiguration, mutatingConfiguration, converted }: Registered): Grant[] {
  const group = 'admissionregistration.k8s.io';
  const registered = [
    { group, resource: 'validatingwebhookconfigurations', name: validatingConfiguration },
    { group, resource: 'mutatingwebhookconfigurations', name: mutatingConfiguration },
    ...converted.map(({ name }) => ({ group: 'apiextensions.k8s.io', resource: 'customresourcedefinitions', name })),
  ];
  return registered.flatMap(({ name, ...target }) =>
    name === undefined ? [] : [{ ...target, names: [name], verbs: [...verbsOf('follow'), ...verbsOf('register')] }],
  );
}
