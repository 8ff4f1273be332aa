import * as kplus from 'cdk8s-plus-28';
import { Controller, CustomResource, Operator } from 'operand';
import { z } from 'zod';

/** A web server with a Service before it. */
export class Shop extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Shop',
  spec: z.object({ image: z.string(), replicas: z.int32().default(1) }),
  status: z.object({ readyReplicas: z.int32(), address: z.string().optional() }),
}) {}

export class ShopOperator extends Operator {
  readonly controller = new Controller(this, 'Controller', {
    for: Shop,
    owns: [kplus.Deployment, kplus.Service],
    render: (scope, { metadata: { name }, spec: { image, replicas } }) => {
      const deployment = new kplus.Deployment(scope, 'Web', {
        metadata: { name },
        replicas,
        containers: [{ image, portNumber: 8080 }],
      });
      return { deployment, service: deployment.exposeViaService({ name }) };
    },
    status: ({ children: { deployment, service }, live }) => {
      const address = live(service, kplus.Service)?.spec?.clusterIP;
      return {
        readyReplicas: live(deployment, kplus.Deployment)?.status?.readyReplicas ?? 0,
        ...(address !== undefined && { address }),
      };
    },
  });
}
