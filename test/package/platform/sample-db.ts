import { SampleDB } from '@operand-apps/sample-db';
import { App, Chart } from 'cdk8s';

const app = new App();
const chart = new Chart(app, 'orders', { namespace: 'production' });

new SampleDB(chart, 'Servers', {
  metadata: { name: 'orders' },
  spec: { version: '11.4.2', backupSchedule: '0 2 * * *' },
});

app.synth();
