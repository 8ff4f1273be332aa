import { App } from 'cdk8s';
import { main } from 'operand/cli';

await main(new App());
