import { App, Chart } from 'cdk8s';
import { ServiceMonitor } from '../../../apps/monitoring/imports/monitoring.coreos.com/v1/index.ts';

const app = new App();
const chart = new Chart(app, 'shop', { namespace: 'production' });

new ServiceMonitor(chart, 'Monitor', {
  metadata: { name: 'shop', labels: { team: 'frontend' } },
  spec: {
    selector: { matchLabels: { app: 'shop' } },
    endpoints: [{ port: 'http', path: '/metrics', interval: '30s' }],
  },
});

app.synth();
