import { App } from 'cdk8s';
import { safeOperator } from '../../runtime/reconcile/recording/safe.ts';

export const app = new App();
safeOperator({}, app);
