import { k8s } from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { Controller, Sample } from 'operand';
import { Guestbook } from '../api/index.ts';
import { GuestbookChildren } from '../children/guestbook.ts';

/** Reconciles each Guestbook: applies its children. The condition Ready reports their readiness. */
export class GuestbookController extends Construct {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    new Controller(this, 'Controller', {
      for: Guestbook,
      owns: [
        k8s.KubeConfigMap,
        k8s.KubeService,
        k8s.KubeDeployment,
        k8s.KubeStatefulSet,
        { kind: k8s.KubeJob, whenImmutable: 'recreate' },
        k8s.KubeHorizontalPodAutoscalerV2,
      ],
      render: (at, { spec }) => new GuestbookChildren(at, 'Children', spec),
    });
    new Sample(this, 'Sample', { of: Guestbook, spec: {} });
  }
}
