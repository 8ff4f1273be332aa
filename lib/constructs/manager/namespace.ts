import { ApiObject } from 'cdk8s';
import type { Construct } from 'constructs';

/** Props of {@link Namespace}. */
export interface NamespaceProps {
  readonly name: string;
}

/** The manager's namespace, which enforces the restricted pod security standard. */
export class Namespace extends ApiObject {
  constructor(scope: Construct, id: string, { name }: NamespaceProps) {
    super(scope, id, {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: {
        name,
        labels: {
          'pod-security.kubernetes.io/enforce': 'restricted',
          'pod-security.kubernetes.io/warn': 'restricted',
        },
      },
    });
  }
}
