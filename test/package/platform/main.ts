import { Database } from '@operand-apps/database';
import { Memcached, MemcachedServer } from '@operand-apps/memcached';
import { App, Chart } from 'cdk8s';

const app = new App();
const chart = new Chart(app, 'shop', { namespace: 'production' });

new Database(chart, 'Orders', {
  metadata: { name: 'orders' },
  spec: { engine: 'mysql', version: '8.4', storage: '50Gi', config: { max_connections: '200' } },
});

// The children that the operator would create for a Memcached, without the operator.
new MemcachedServer(chart, 'Sessions', { name: 'sessions', ...Memcached.spec({ size: 2 }) });

app.synth();
