import { App } from 'cdk8s';
import { main } from 'operand/cli';
import { WebsiteOperator } from './operator.ts';
import { MemoryRegistry } from './registry.ts';

const app = new App();
new WebsiteOperator(app, 'website-operator', {
  version: '1.0.0',
  image: 'example.com/website-operator:1.0.0',
  registry: new MemoryRegistry(),
});
await main(app);
