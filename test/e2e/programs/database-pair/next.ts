import { main } from 'operand/cli';
import { pair } from './pair.ts';

await main(pair('0.1.1'));
