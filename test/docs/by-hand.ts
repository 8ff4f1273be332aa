import { once } from 'node:events';
import { ControlPlane } from 'operand/testing';

await using controlPlane = await ControlPlane.start();
console.log(`export KUBECONFIG=${controlPlane.kubeconfig}`);
process.stdin.resume();
await once(process.stdin, 'end');
