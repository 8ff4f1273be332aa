// In: releases to publish, and earlier ones. Out: the effects of the upgrade on users, for each operator. Called by
// both commands named `check-upgrade`.

import {
  type Acceptance,
  departureFindings,
  type OperatorRelease,
  type SampleRender,
  type UpgradeFinding,
  upgradeFindings,
  withAcceptances,
} from '../../olm/index.ts';

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
  readonly earlier: Releases;
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
 * Compares each release with the earlier one of the same operator. An earlier operator that is missing is reported as
 * departed.
 */
export function comparedReleases({ present, earlier, renderOf, acceptances = [] }: ReleaseComparison): Upgrades {
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
  readonly before: OperatorRelease | undefined;
  readonly after: OperatorRelease | undefined;
  readonly render: SampleRender | undefined;
}

function findingsOf({ before, after, render }: Successive): readonly UpgradeFinding[] {
  if (before === undefined) return [];
  if (after === undefined) return departureFindings(before.content);
  return upgradeFindings({ before: before.content, after: after.content }, render === undefined ? {} : { render });
}
