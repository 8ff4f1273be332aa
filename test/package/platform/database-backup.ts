import { DatabaseBackup } from '@operand-apps/database-backup';
import { App, Chart } from 'cdk8s';

const app = new App();
const chart = new Chart(app, 'orders', { namespace: 'production' });

new DatabaseBackup(chart, 'Backup', {
  metadata: { name: 'orders' },
  spec: { databaseName: 'orders', schedule: '0 2 * * *', backupPath: '/orders', retention: { keep: 14 } },
});

app.synth();
