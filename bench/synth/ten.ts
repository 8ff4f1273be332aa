import { main } from 'operand/cli';

await main(() => import('./ten-app.ts'));
