import { App } from 'cdk8s';
import { main } from 'operand/cli';
import { Monitoring } from './chart.ts';

const app = new App();
new Monitoring(app, 'monitoring');
await main(app);
