import { Operator } from 'cdk8s-operator';
import { MemcachedServer } from './children';

const app = new Operator();
app.addProvider({
  apiVersion: 'cache.example.com/v1alpha1',
  kind: 'Memcached',
  handler: { apply: (scope, name, spec) => new MemcachedServer(scope, name, { name, ...spec }) },
});
app.synth();
