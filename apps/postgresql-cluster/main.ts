import { main } from 'operand/cli';

await main(() => import('./app.ts'));
