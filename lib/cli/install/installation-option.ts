// The options that the commands for installations share.

import { type Command, InvalidArgumentError, Option } from 'commander';
import type { ClusterClientOptions } from '../cluster-client.ts';
import { clusterOptions, type ResultFormat, resultOption } from '../terminal/shared-option.ts';

/** Adds the options for the cluster and for waits, and the end of the help. */
export function addInstallationOptions(command: Command): void {
  const options = [
    new Option('--dry-run <where>', 'validate all changes, and make none').choices(['server']),
    new Option('--timeout <duration>', 'the longest wait: 90s, 5m, 1h').argParser(durationMs).default(300_000, '5m'),
    new Option('--no-wait', 'do not wait until the cluster has finished'),
    resultOption(),
    ...clusterOptions(),
  ];
  for (const option of options) command.addOption(option);
  command.addHelpText('after', exitCodes);
}

/** Returns the option for the deletion of custom resources. */
export function deletionOption(): Option {
  return new Option('--delete-resources', 'delete the custom resources too, after their children');
}

const exitCodes = `
Exits with 0 for success; with 1 for a failure, which is also the end of the time; with 2 for a wrong command line.`;

const unitMs: ReadonlyMap<string, number> = new Map([
  ['s', 1_000],
  ['m', 60_000],
  ['h', 3_600_000],
]);

function durationMs(text: string): number {
  const [, count, unit = ''] = /^(\d{1,6})([smh])$/.exec(text) ?? [];
  const factor = unitMs.get(unit);
  if (factor === undefined) throw new InvalidArgumentError('Write a number with s, m or h: 90s.');
  return Number(count) * factor;
}

/** The options of `install` and `deploy`, and of their opposites. */
export interface InstallOptions extends ClusterClientOptions {
  /** `server` to validate all changes, and make none. */
  readonly dryRun?: 'server';
  /** The longest wait in milliseconds. */
  readonly timeout: number;
  /** False to return while the cluster still works. */
  readonly wait: boolean;
  readonly output: ResultFormat;
}
