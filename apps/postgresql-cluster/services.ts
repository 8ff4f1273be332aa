import { k8s } from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { exporterPort } from './exporter.ts';
import { labelsOf, namesOf, roleLabel } from './names.ts';
import { ports } from './patroni.ts';

const port: k8s.ServicePort = {
  name: 'postgresql',
  port: ports.postgresql,
  targetPort: k8s.IntOrString.fromString('postgresql'),
};

/** The Services of a cluster: of its name for the primary, for the replicas, and for the names of the pods. */
export class ClusterServices extends Construct {
  constructor(scope: Construct, id: string, cluster: string) {
    super(scope, id);
    const labels = labelsOf(cluster);
    const { readOnly, pods } = namesOf(cluster);
    // Without a selector: Patroni writes the address of the primary into its Endpoints.
    new k8s.KubeService(this, 'ReadWrite', {
      metadata: { name: cluster, labels },
      spec: { ports: [{ name: 'postgresql', port: ports.postgresql }] },
    });
    new k8s.KubeService(this, 'ReadOnly', {
      metadata: { name: readOnly, labels },
      spec: { ports: [port], selector: { ...labels, [roleLabel]: 'replica' } },
    });
    new k8s.KubeService(this, 'Pods', {
      metadata: { name: pods, labels },
      spec: { clusterIp: 'None', ports: [port], selector: labels, publishNotReadyAddresses: true },
    });
    new k8s.KubeNetworkPolicy(this, 'NetworkPolicy', {
      metadata: { name: cluster, labels },
      spec: {
        podSelector: { matchLabels: labels },
        policyTypes: ['Ingress'],
        ingress: [
          // Patroni and the exporter answer reads of state and metrics without a password; writes need one.
          {
            ports: [...Object.values(ports), exporterPort].map((each) => ({ port: k8s.IntOrString.fromNumber(each) })),
          },
        ],
      },
    });
  }
}
