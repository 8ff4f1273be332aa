import { objectTitle } from '../../api/index.ts';
import { systemClock } from '../../clock/index.ts';
import { clusterClient } from '../cluster-client.ts';
import { Progress } from '../terminal/progress.ts';
import { Results } from '../terminal/results.ts';
import type { InstallOptions } from './installation-option.ts';
import type { OperatorManifest } from './operator-manifest.ts';
import type { WaitPorts } from './readiness-wait.ts';

/** A change that a command makes, or would make. */
export interface InstalledChange {
  readonly object?: ChangedKind & { readonly namespace?: string; readonly name: string };
  /** The custom resources of a kind, which change together. */
  readonly resources?: ChangedKind & { readonly count: number };
  /** The past participle of the change: `created`; or the reason why there is none. */
  readonly change: string;
  readonly isDryRun: boolean;
  readonly takenFields?: readonly string[];
}

interface ChangedKind {
  readonly apiVersion: string;
  readonly kind: string;
}

/** The dependencies of an installation or a removal. */
export interface InstallPorts extends WaitPorts {
  readonly results: Results<InstalledChange>;
}

/** Runs an installation or a removal with its connection to the cluster and its reports, which end with it. */
export async function withInstallPorts(
  options: InstallOptions,
  run: (ports: InstallPorts) => Promise<void>,
): Promise<void> {
  const results = new Results<InstalledChange>(options.output);
  const client = await clusterClient(options);
  const progress = new Progress();
  const deadlineMs = systemClock.monotonic() + options.timeout;
  try {
    await run({ client, clock: systemClock, progress, deadlineMs, results });
  } finally {
    progress.clearBar();
    results.end({ changes: results.items });
    await client.close();
  }
}

/** Reports the change of an object by an installation or a removal. */
export function reportChange(
  { progress, results }: InstallPorts,
  { object }: Pick<OperatorManifest, 'object'>,
  { change, isDryRun, takenFields = [] }: Omit<InstalledChange, 'object' | 'resources'>,
): void {
  progress.clearBar();
  const { apiVersion, kind, metadata } = object;
  const { namespace, name } = metadata;
  const line = `${objectTitle(object)} ${change}${isDryRun ? ' (server dry run)' : ''}\n`;
  results.add(
    {
      object: { apiVersion, kind, ...(namespace !== undefined && { namespace }), name },
      change,
      isDryRun,
      takenFields,
    },
    line + takenFields.map((field) => `  takes ${field}\n`).join(''),
  );
}
