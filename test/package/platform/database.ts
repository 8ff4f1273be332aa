import { Database } from '@operand-apps/database';
import { App, Chart } from 'cdk8s';

const app = new App();
const chart = new Chart(app, 'orders', { namespace: 'production' });

new Database(chart, 'Database', {
  metadata: { name: 'orders' },
  spec: { engine: 'mysql', version: '8.4', storage: '50Gi' },
});

app.synth();
