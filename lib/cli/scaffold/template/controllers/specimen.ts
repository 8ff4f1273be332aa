import { k8s } from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { Controller, Sample } from 'operand';
import { Specimen } from '../api/index.ts';
import { SpecimenChildren } from '../children/specimen.ts';

/** Reconciles each Specimen: applies its children, and reports the ready pods. */
export class SpecimenController extends Construct {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    new Controller(this, 'Controller', {
      for: Specimen,
      owns: [k8s.KubeDeployment],
      render: (at, { metadata, spec }) => new SpecimenChildren(at, 'Children', { name: metadata.name, ...spec }),
      status: ({ children: { deployment }, live }) => ({
        readyReplicas: live(deployment, k8s.KubeDeployment)?.status?.readyReplicas ?? 0,
      }),
    });
    new Sample(this, 'Sample', { of: Specimen, spec: { replicas: 2 } });
  }
}
