// In: a run and its API server. Out: the result of the process. Called by the tests of faults, and by the test that
// plants bugs, with a copy of the library.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { type ApiServerOptions, ControlPlane } from '../../lib/testing/index.ts';
import { DirectServer } from './direct-server.ts';
import type { FaultReport } from './fault-run.ts';
import { account, prepareServer } from './prepared-server.ts';

/** Kubeconfigs of a control plane that is prepared for fault runs. */
export interface FaultCredentials {
  readonly kubeconfig: string;
  readonly account: string;
}

/** The task of one process. */
export interface FaultProcessOptions extends FaultCredentials {
  readonly seed: number;
  readonly faultCount: number;
  readonly clientCount: number;
  /** The root of the sources. @default this checkout */
  readonly directory?: string | undefined;
  /** The time in which reflectors must recover from the faults. @default a minute, for the slowest machine */
  readonly patienceMs?: number | undefined;
}

/** The result of a process. */
export interface FaultProcessResult {
  /** Undefined if it failed; `errors` has the reason. */
  readonly report: FaultReport | undefined;
  readonly errors: string;
}

/** Starts a control plane for fault runs: an API server without controllers. */
export async function faultControlPlane(apiServer: ApiServerOptions = {}): Promise<[ControlPlane, FaultCredentials]> {
  const controlPlane = await ControlPlane.start({ components: [], audit: 'none', apiServer });
  return [controlPlane, await preparedCredentials(controlPlane.kubeconfig, controlPlane)];
}

/** Prepares a cluster for fault runs, and returns their kubeconfigs. */
export async function preparedCredentials(
  kubeconfig: string,
  cluster: Pick<ControlPlane, 'serviceAccountKubeconfig'>,
): Promise<FaultCredentials> {
  const server = await DirectServer.load(kubeconfig);
  await prepareServer(server);
  await server.close();
  return { kubeconfig, account: await cluster.serviceAccountKubeconfig(account.namespace, account.name) };
}

/**
 * Makes the API server forget its history up to now: only then does it answer that a version has expired. By default it
 * would keep the history for longer than a run lasts.
 */
export async function forgetHistory(controlPlane: ControlPlane, apiServer?: ApiServerOptions): Promise<void> {
  await controlPlane.stopApiServer();
  await controlPlane.startApiServer(apiServer);
}

/** Runs faults in a separate process until it ends. */
export async function runFaults({
  directory = root,
  patienceMs = 60_000,
  ...options
}: FaultProcessOptions): Promise<FaultProcessResult> {
  const child = spawn(process.execPath, [join(directory, 'test/faults/main.ts')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: longestMs,
    killSignal: 'SIGKILL',
    env: {
      FAULT_SEED: `${options.seed}`,
      FAULT_COUNT: `${options.faultCount}`,
      FAULT_CLIENTS: `${options.clientCount}`,
      FAULT_PATIENCE_MS: `${patienceMs}`,
      FAULT_KUBECONFIG: options.kubeconfig,
      FAULT_ACCOUNT: options.account,
    },
  });
  const [output, errors, [code, signal]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  if (code === 0) return { report: JSON.parse(output) as FaultReport, errors };
  const end = signal === null ? '' : `it didn't end within ${longestMs / 60_000} minutes`;
  return { report: undefined, errors: `${output}${errors}${end}` };
}

/** Longer than any run that ends. */
const longestMs = 3_600_000;

const root = fileURLToPath(new URL('../..', import.meta.url));
