import { App } from 'cdk8s';
import { TemplateOperator } from './operator.ts';
import { release } from './release.ts';

/** The operator with the data of its version, for `main.ts`. */
export const app = new App();
new TemplateOperator(app, 'template-operator', release);
