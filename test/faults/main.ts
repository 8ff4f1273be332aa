// In: environment variables. Out: the report of one fault run as a line of JSON, or its failure on standard error.
// Started by the tests of faults as a separate process, which must end by itself.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { faultRun } from './fault-run.ts';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

const {
  FAULT_SEED,
  FAULT_COUNT,
  FAULT_CLIENTS,
  FAULT_PATIENCE_MS,
  FAULT_KUBECONFIG = '',
  FAULT_ACCOUNT = '',
} = process.env;

try {
  const report = await faultRun({
    seed: Number(FAULT_SEED),
    faultCount: Number(FAULT_COUNT),
    clientCount: Number(FAULT_CLIENTS),
    patienceMs: Number(FAULT_PATIENCE_MS),
    kubeconfig: FAULT_KUBECONFIG,
    account: FAULT_ACCOUNT,
    usedBytes: () => {
      collect();
      return process.memoryUsage().heapUsed;
    },
  });
  console.log(JSON.stringify(report));
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}
