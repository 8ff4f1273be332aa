// In: an app, and a command line. Out: the missing parts of this machine or of the cluster, and the reasons why the operator or a
// resource isn't ready. Called by `doctor`.

import { ApiError, ConnectionError } from '../../api/index.ts';
import { CredentialsError } from '../../client/index.ts';
import { systemClock } from '../../clock/index.ts';
import type { Operator } from '../../constructs/index.ts';
import { type ClusterClientOptions, type ClusterConnection, clusterConnection } from '../cluster-client.ts';
import { Failure } from '../failure.ts';
import type { AppLoader } from '../project/app-loader.ts';
import { appOperators } from '../project/app-operator.ts';
import { colouredWord } from '../terminal/output.ts';
import { Results } from '../terminal/results.ts';
import type { ResultFormat } from '../terminal/shared-option.ts';
import type { Diagnosis, OperatorCheck } from './diagnosis.ts';
import { extensionInstallation } from './extension-installation.ts';
import { installationDiagnoses } from './installation-check.ts';
import { leaseDiagnoses } from './lease-check.ts';
import { machineDiagnoses } from './machine-check.ts';
import { type OlmInstallation, olmInstallation } from './olm-installation.ts';
import { namedResource, resourceDiagnoses } from './resource-check.ts';
import { serverDiagnoses } from './server-check.ts';
import { webhookDiagnoses } from './webhook-check.ts';

/** The options of `doctor`. */
export interface DoctorOptions extends ClusterClientOptions {
  /** The namespace of the resource. @default that of the context */
  readonly namespace?: string;
  readonly output: ResultFormat;
}

/** The checks of an operator, in the order in which one's problem explains that of the next. */
const operatorChecks: readonly OperatorCheck[] = [installationDiagnoses, leaseDiagnoses, webhookDiagnoses];

/** The checks beside those of OLM, which creates most objects under names of its own, and issues the certificates of webhooks. */
const olmChecks: readonly OperatorCheck[] = [leaseDiagnoses];

/**
 * Prints the missing parts of this machine and of a cluster for the app's operators, and why one of their resources isn't
 * ready; the process exits with 1 if there is a problem.
 *
 * @param resource - the resource, `kind/name`.
 * @default none
 * @throws Failure if the definition has problems, or the app has no such kind.
 */
export async function executeDoctor(
  load: AppLoader,
  resource: string | undefined,
  options: DoctorOptions,
): Promise<void> {
  const results = new Results<Diagnosis>(options.output);
  const report = async (check: () => Promise<readonly Diagnosis[]>) => {
    const diagnoses = await diagnosesOrFailure(check);
    for (const diagnosis of diagnoses) results.add(diagnosis, diagnosisText(diagnosis));
    return diagnoses.every(({ state }) => state !== 'problem');
  };
  await report(machineDiagnoses);
  const operators = appOperators(await load());
  let connection: ClusterConnection | undefined;
  await report(async () => {
    connection = await clusterConnection(options);
    return [];
  });
  if (connection !== undefined) await reportCluster(connection, operators, { report, resource, options });
  const isHealthy = results.items.every(({ state }) => state !== 'problem');
  results.end({ isHealthy, diagnoses: results.items });
  if (!isHealthy) process.exitCode = 1;
}

interface ClusterReport {
  /** Returns true if the check finds no problem. */
  readonly report: (check: () => Promise<readonly Diagnosis[]>) => Promise<boolean>;
  readonly resource: string | undefined;
  readonly options: DoctorOptions;
}

async function reportCluster(
  { client, server, namespace }: ClusterConnection,
  operators: readonly Operator[],
  { report, resource, options }: ClusterReport,
): Promise<void> {
  try {
    const named =
      resource === undefined ? undefined : namedResource(resource, operators, options.namespace ?? namespace);
    // Without an API server, every further check would fail in the same way.
    if (!(await report(() => serverDiagnoses(client, server, operators)))) return;
    for (const operator of operators) {
      const ports = { operator, namespace: operator.namespace, client, clock: systemClock };
      let olm: OlmInstallation | undefined;
      await report(async () => {
        olm = (await olmInstallation(ports)) ?? (await extensionInstallation(ports));
        return olm?.diagnoses ?? [];
      });
      const { namespace } = olm ?? ports;
      for (const check of olm === undefined ? operatorChecks : olmChecks)
        await report(() => check({ ...ports, namespace }));
    }
    if (named !== undefined) await report(() => resourceDiagnoses(client, named));
  } finally {
    await client.close();
  }
}

/** Returns the diagnoses of a check, or the error that ended it as a problem. */
async function diagnosesOrFailure(check: () => Promise<readonly Diagnosis[]>): Promise<readonly Diagnosis[]> {
  try {
    return await check();
  } catch (error) {
    const isExpected =
      ApiError.is(error) || ConnectionError.is(error) || CredentialsError.is(error) || Failure.is(error);
    if (!isExpected) throw error;
    return [{ state: 'problem', what: error.message }];
  }
}

const colours = { warning: 'yellow', problem: 'red' } as const;

function diagnosisText({ state, what, causes = [], expected, remedy }: Diagnosis): string {
  const word = state === 'ok' ? state : colouredWord(state, colours[state]);
  const lines = [
    `${word}: ${what}`,
    ...causes.map((cause) => `  ${cause}`),
    ...(expected === undefined ? [] : [`  expected: ${expected}`]),
    ...(remedy === undefined ? [] : [`  remedy: ${remedy}`]),
  ];
  return lines.map((line) => `${line}\n`).join('');
}
