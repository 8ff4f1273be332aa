import { App, YamlOutputType } from 'cdk8s';
import { Operator } from 'operand';
import { main } from 'operand/cli';

const app = new App({ yamlOutputType: YamlOutputType.FILE_PER_RESOURCE });
new Operator(app, 'one', { version: '1.0.0', image: 'one' });
await main(app);
