// In: releases that are about to be published, and earlier ones. Out: for each operator, who is hit by the upgrade, and how.
// Called by both commands named `check-upgrade`.

import {
  type Acceptance,
  departureFindings,
  type Release,
  type SampleRender,
  type UpgradeFinding,
  upgradeFindings,
  withAcceptances,
} from '../../olm/index.ts';

/** Of each operator one release: name → release. */
export type Releases = ReadonlyMap<string, Release>;

/** What came of one operator. */
export interface Upgrade {
  readonly operator: string;
  /** The earlier version; undefined if there is none to compare with. */
  readonly from: string | undefined;
  /** The version to be published; undefined if the operator is there no more. */
  readonly to: string | undefined;
  readonly findings: readonly UpgradeFinding[];
}

/** What is compared. */
export interface Comparison {
  readonly present: Releases;
  readonly earlier: Releases;
  /** How the new release of an operator renders old samples. @default as the bundles tell */
  readonly renderOf?: (operator: string) => SampleRender | undefined;
  /** What somebody has agreed to. @default nothing */
  readonly acceptances?: readonly Acceptance[];
}

/** What came of all operators. */
export interface Upgrades {
  /** Those that there are, then those that there are no more. */
  readonly upgrades: readonly Upgrade[];
  /** What somebody has agreed to of these releases, and isn't found. */
  readonly idle: readonly Acceptance[];
}

/** Compares each release with the earlier one of the same operator. One that was there and is there no more has departed. */
export function compared({ present, earlier, renderOf, acceptances = [] }: Comparison): Upgrades {
  const operators = new Set([...present.keys(), ...earlier.keys()]);
  const all = [...operators].map((operator) => {
    const [before, after] = [earlier.get(operator), present.get(operator)];
    const published = { operator, release: after?.version ?? 'gone' };
    const found = findingsOf({ before, after, render: renderOf?.(operator) });
    const { findings, idle } = withAcceptances(found, acceptances, published);
    return { upgrade: { operator, from: before?.version, to: after?.version, findings }, idle };
  });
  return { upgrades: all.map(({ upgrade }) => upgrade), idle: all.flatMap(({ idle }) => idle) };
}

interface Successive {
  readonly before: Release | undefined;
  readonly after: Release | undefined;
  readonly render: SampleRender | undefined;
}

function findingsOf({ before, after, render }: Successive): readonly UpgradeFinding[] {
  if (before === undefined) return [];
  if (after === undefined) return departureFindings(before.content);
  return upgradeFindings({ before: before.content, after: after.content }, render === undefined ? {} : { render });
}
