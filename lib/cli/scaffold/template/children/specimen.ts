import { k8s } from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import type { ChildProps } from 'operand';
import { Specimen } from '../api/index.ts';

/** The children of one Specimen: a Deployment of the same name. Charts can use them without the operator. */
export class SpecimenChildren extends Construct {
  readonly deployment: k8s.KubeDeployment;

  constructor(scope: Construct, id: string, props: ChildProps<typeof Specimen>) {
    super(scope, id);
    const { name, image, replicas } = Specimen.childProps(props, this);
    const labels = { 'app.kubernetes.io/name': 'specimen', 'app.kubernetes.io/instance': name };
    const container: k8s.Container = {
      name: 'specimen',
      image,
      imagePullPolicy: 'IfNotPresent',
      securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
    };
    const pod: k8s.PodSpec = {
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      containers: [container],
    };
    this.deployment = new k8s.KubeDeployment(this, 'Deployment', {
      metadata: { name, labels },
      spec: { replicas, selector: { matchLabels: labels }, template: { metadata: { labels }, spec: pod } },
    });
  }
}
