import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { deployment, type Server, service } from './manifest.ts';

/** The pods of one Memcached, and their headless Service. */
export class MemcachedServer extends Construct {
  readonly deployment: ApiObject;

  constructor(scope: Construct, id: string, server: Server) {
    super(scope, id);
    this.deployment = new ApiObject(this, 'Deployment', deployment(server));
    new ApiObject(this, 'Service', service(server));
  }
}
