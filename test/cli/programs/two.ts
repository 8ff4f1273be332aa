import { App } from 'cdk8s';
import { Operator } from 'operand';
import { main } from 'operand/cli';

const app = new App();
new Operator(app, 'one', { version: '1.0.0', image: 'one' });
new Operator(app, 'two', { version: '1.0.0', image: 'two' });
await main(app);
