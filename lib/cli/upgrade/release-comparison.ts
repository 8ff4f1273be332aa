// In: releases to publish, and earlier ones. Out: the effects of the upgrade on users, for each operator. Called by
// both commands named `check-upgrade`.

import {
  type Acceptance,
  departureFindings,
  formatUpgrade,
  isUnacceptable,
  newestReleases,
  type OperatorRelease,
  operatorName,
  predecessor,
  type SampleRender,
  type UpgradeFinding,
  upgradeFindings,
  withAcceptances,
} from '../../olm/index.ts';
import { Failure } from '../failure.ts';
import type { ReportOptions } from '../terminal/finding-report.ts';
import { colouredWord, printError } from '../terminal/output.ts';
import { printResult } from '../terminal/results.ts';

/** One release of each operator: name → release. */
export type Releases = ReadonlyMap<string, OperatorRelease>;

/** The result for one operator. */
export interface Upgrade {
  readonly operator: string;
  /** The earlier version; undefined if there is none to compare with. */
  readonly from: string | undefined;
  /** The version to publish; undefined if the operator is gone. */
  readonly to: string | undefined;
  readonly findings: readonly UpgradeFinding[];
}

/** The releases to compare. */
export interface ReleaseComparison {
  readonly present: Releases;
  /** All earlier releases: a release is compared with the one that it updates. */
  readonly earlier: readonly OperatorRelease[];
  /** Renders old samples of an operator with the new release. @default as the bundles contain them */
  readonly renderOf?: (operator: string) => SampleRender | undefined;
  /** The acceptances of the teams. @default none */
  readonly acceptances?: readonly Acceptance[];
}

/** The results for all operators. */
export interface Upgrades {
  /** The results of existing operators, then those of departed ones. */
  readonly upgrades: readonly Upgrade[];
  /** The acceptances of these releases without a finding. */
  readonly idle: readonly Acceptance[];
}

/**
 * Compares each release with the one of the same operator that it updates. An earlier operator that is missing is
 * reported as departed.
 */
export function comparedReleases({ present, earlier, renderOf, acceptances = [] }: ReleaseComparison): Upgrades {
  const [newest, earlierOf] = [newestReleases(earlier), Map.groupBy(earlier, operatorName)];
  const operators = new Set([...present.keys(), ...newest.keys()]);
  const all = [...operators].map((operator) => {
    const after = present.get(operator);
    const before = after === undefined ? newest.get(operator) : predecessor(after, earlierOf.get(operator) ?? []);
    const published = { operator, release: after?.version ?? 'gone' };
    const found = findingsOf({ before, after, render: renderOf?.(operator) });
    const { findings, idle } = withAcceptances(found, acceptances, published);
    return { upgrade: { operator, from: before?.version, to: after?.version, findings }, idle };
  });
  return { upgrades: all.map(({ upgrade }) => upgrade), idle: all.flatMap(({ idle }) => idle) };
}

interface Successive {
  readonly before: OperatorRelease | undefined;
  readonly after: OperatorRelease | undefined;
  readonly render: SampleRender | undefined;
}

function findingsOf({ before, after, render }: Successive): readonly UpgradeFinding[] {
  if (before === undefined) return [];
  if (after === undefined) return departureFindings(before.content);
  return upgradeFindings({ before: before.content, after: after.content }, render === undefined ? {} : { render });
}

/**
 * Prints the results of a comparison; the process exits with 1 if users are certainly affected, and the team hasn't
 * accepted that. Acceptances without a finding are printed on the standard error.
 *
 * In JSON it is `{ passed, upgrades }`, each upgrade with `operator`, `from`, `to` and `findings`.
 */
export function reportUpgrades({ upgrades, idle }: Upgrades, { format }: ReportOptions): void {
  const passed = !upgrades.some(({ findings }) => findings.some(isUnacceptable));
  printResult(format, { passed, upgrades }, upgrades.map(severityCounts).join('\n'));
  for (const acceptance of idle) printError(`warning: ${idleAcceptance(acceptance)}\n`);
  if (!passed) process.exitCode = 1;
}

/** @throws Failure if there is no earlier release of any operator, although the user named a place. */
export function assertCompared({ upgrades }: Upgrades, against: string): void {
  if (upgrades.some(({ from }) => from !== undefined)) return;
  const operators = upgrades.map(({ operator }) => operator).join(', ');
  throw new Failure(`${against} has no earlier release of ${operators}: name where they are`);
}

function severityCounts({ operator, from, to, findings }: Upgrade): string {
  if (from === undefined) return `${operator} ${to}: there is no earlier release of it\n`;
  return `${operator} ${from} → ${to ?? 'gone'}\n\n${formatUpgrade(findings, {
    emphasis: (word, severity) => colouredWord(word, colours[severity]),
  })}`;
}

const colours = { breaking: 'red', risky: 'yellow', notice: 'cyan' } as const;

function idleAcceptance({ operator, release, rule, file, path }: Acceptance): string {
  const place = path === '' ? file : `${file} ${path}`;
  return `${rule} of ${operator} ${release} is accepted at ${place}, and isn't found there: remove the entry`;
}
