import { Memcached } from '@operand-apps/memcached';
import { App, Chart } from 'cdk8s';

const app = new App();
const chart = new Chart(app, 'sessions', { namespace: 'production' });

new Memcached(chart, 'Memcached', { metadata: { name: 'sessions' }, spec: { size: 2 } });

app.synth();
