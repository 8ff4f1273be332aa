import { Construct } from 'constructs';
import { BoundRole } from '../access/bound-role.ts';
import { verbsOf } from '../access/need.ts';
import { certificateLeaseName, certificateRoleName } from '../manager/manager-name.ts';

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
      name: certificateRoleName(operator),
      reach: 'Namespaced',
      account,
      namespace,
      grants: () => [
        { ...lease, verbs: ['create'] },
        { ...lease, verbs: verbsOf('elect'), names: [certificateLeaseName(operator)] },
        { ...secret, verbs: ['create'] },
        { ...secret, verbs: verbsOf('watch', 'storeCertificate'), names: [server.secret] },
      ],
    });
  }
}
