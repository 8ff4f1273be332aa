// Formats the results as docs/benchmarks.md and its chart. Pure; called by the command line.

import { isFloor, isOperand } from '../harness/peer.ts';
import type { Machine, Results, RoundResult } from '../harness/result.ts';
import { type Bar, chart, type Panel } from './chart.ts';
import { type FigureName, figures, formatted, medianOf } from './figure.ts';
import { type Outcome, outcomes } from './goal.ts';
import { goalCells } from './goal-cells.ts';
import { growthChart } from './growth-chart.ts';
import { imageText } from './image-section.ts';
import { podsText } from './pods-section.ts';
import { scaleText } from './scale-section.ts';
import { soakChart, soakText } from './soak-section.ts';
import { synthText } from './synth-section.ts';
import { table } from './table.ts';

const reference = 'controller-runtime';

/** The number of resources that the goals are for. */
const compared = 1_000;

/** The figures of each table; a table is narrow enough to be read. */
const tables: readonly { readonly title: string; readonly figures: readonly FigureName[] }[] = [
  {
    title: 'From nothing to converged',
    figures: ['cold', 'firstChild', 'operatorCpu', 'apiServerCpu', 'allCpu', 'writes', 'refused', 'peak', 'others'],
  },
  {
    title: 'As many again, created at once',
    figures: ['hot', 'hotOperatorCpu', 'hotCpu'],
  },
  {
    title: 'Afterwards',
    figures: [
      'childP50',
      'childP99',
      'statusP50',
      'drift',
      'driftCpu',
      'touchCpu',
      'touchWrites',
      'idleCpu',
      'idleRequests',
    ],
  },
  { title: 'Started again', figures: ['restart', 'restartCpu', 'restartWrites', 'stale'] },
];

const charted: readonly FigureName[] = ['cold', 'operatorCpu', 'allCpu', 'childP50', 'peak'];

/** Returns file name → text, for docs/. */
export function reportText(results: readonly Results[]): ReadonlyMap<string, string> {
  const rounds = results.flatMap((each) => each.rounds);
  const synth = results.flatMap((each) => each.synth ?? []);
  const image = results.flatMap((each) => each.image ?? []);
  const pods = results.flatMap((each) => each.pods ?? []);
  const scale = results.flatMap((each) => each.scale ?? []);
  const soak = results.findLast((each) => each.soak !== undefined)?.soak;
  const counts = [...new Set(rounds.map(({ count }) => count))].toSorted((one, other) => one - other);
  const files = new Map<string, string>();
  const sections = counts.map((count) => {
    const here = rounds.filter((round) => round.count === count);
    const name = `benchmarks-${count}.svg`;
    files.set(name, chart(panels(here), `${grouped(count)} resources; medians; shorter is better`));
    return section(count, here, name);
  });
  const growth = growthChart(rounds);
  if (growth !== undefined) files.set('benchmarks-growth.svg', growth);
  if (soak !== undefined) files.set('benchmarks-soak.svg', soakChart(soak));
  const machine = results.at(-1)?.machine;
  const text = [
    '# Benchmarks',
    introduction,
    machine === undefined ? '' : machineText(machine, [...rounds, ...synth, ...image, ...pods, ...scale]),
    machine === undefined ? '' : busyText(machine, rounds),
    goalText(rounds, counts.includes(compared) ? compared : (counts[0] ?? compared)),
    ...sections,
    growth === undefined ? '' : '## More resources\n\n![The cost of a resource by their number](benchmarks-growth.svg)',
    scaleText(scale),
    podsText(pods),
    imageText(image),
    soak === undefined ? '' : soakText(soak, 'benchmarks-soak.svg'),
    synthText(synth),
  ].join('\n\n');
  return files.set('benchmarks.md', `${text.replace(/\n{3,}/g, '\n\n').trimEnd()}\n`);
}

const introduction = `\`npm run bench -- report\` writes this document from the results of \`npm run bench\`. [bench/README.md](../bench/README.md)
describes the work, the phases and the tuning of the peers. The peers run one after the other, in turns, each on a control
plane of its own. A table has the medians of their rounds. CPU seconds and numbers of requests are more reliable than times,
which depend on the other load of the machine. \`others\` is the CPU time of all processes that have no part in the run: it
shows a run on a busy machine.`;

function machineText(
  { processor, coreCount, memoryGib, system, node, kubernetes, commit }: Machine,
  runs: readonly { readonly startedAt: string }[],
) {
  const dates = runs.map(({ startedAt }) => startedAt.slice(0, 10)).toSorted();
  const [first, last] = [dates[0], dates.at(-1)];
  const when = first === last ? `on ${first}` : `from ${first} to ${last}`;
  return `Measured ${when} at commit ${commit}, on ${coreCount} cores (${processor}), ${memoryGib} GiB, ${system}, with Node ${node} and the API server of Kubernetes ${kubernetes}; etcd in memory, without fsync.`;
}

/** The share of CPU time of other processes above which times are unreliable. */
const quietShare = 0.1;

function busyText({ coreCount }: Machine, rounds: readonly RoundResult[]): string {
  const [others, seconds] = [medianOf('others', rounds), medianOf('cold', rounds)];
  if (others === undefined || seconds === undefined) return '';
  const share = others / (seconds * coreCount);
  if (share <= quietShare) return '';
  return `**Measured on a busy machine:** other processes took ${Math.round(share * 100)} % of its time. Times, and ratios between peers, are unreliable here; the numbers of writes and refusals are exact.`;
}

function goalText(rounds: readonly RoundResult[], count: number): string {
  const peers = rounds.filter(({ peer }) => peer === reference);
  const [peer] = peers;
  if (peer === undefined) return '';
  const ours = byPeer(rounds).filter(([first]) => isOperand(first.peer));
  const rows = ours.map(([first, ...others]) => ({
    title: first.title,
    all: outcomes([first, ...others], peers, count),
  }));
  const lines = rows.flatMap(({ title, all }) => all.map((outcome) => [title, ...outcomeCells(outcome)]));
  return `## Goals\n\nThe goals are for ${grouped(count)} resources unless they name another number. Ratios (×) are to ${peer.title}, in the same round.\n\n${table(['', 'line', 'at most', 'measured', ''], lines)}`;
}

function outcomeCells({ goal, ...outcome }: Outcome): string[] {
  return goalCells({ ...goal, ...outcome, unit: goal.by === 'value' ? '' : '×' });
}

function section(count: number, rounds: readonly RoundResult[], image: string): string {
  const peers = byPeer(rounds);
  const parts = tables.flatMap(({ title, figures: columns }) => {
    const rows = peers
      .filter((all) => columns.some((name) => medianOf(name, all) !== undefined))
      .map((all) => [all[0].title, String(all.length), ...columns.map((name) => formatted(name, medianOf(name, all)))]);
    if (rows.length === 0) return [];
    return [`### ${title}`, table(['', 'rounds', ...columns.map((name) => figures[name].title)], rows)];
  });
  return [`## ${grouped(count)} resources`, `![Bars of the figures below](${image})`, ...parts, floorText(peers)].join(
    '\n\n',
  );
}

/** Returns the table of distances to the floor. */
function floorText(peers: readonly Rounds[]): string {
  const floors = peers.filter(([first]) => isFloor(first.peer));
  const lines = peers.flatMap((all) =>
    isOperand(all[0].peer)
      ? floors.map((floor) => {
          const times = (name: FigureName): string => {
            const [own, least] = [medianOf(name, all), medianOf(name, floor)];
            return own === undefined || least === undefined ? '' : `${(own / least).toFixed(2)}×`;
          };
          return [all[0].title, floor[0].title, times('cold'), times('operatorCpu'), times('allCpu'), times('peak')];
        })
      : [],
  );
  if (lines.length === 0) return '';
  const head = ['', 'to the', 'cold', 'operator CPU', 'all CPU', 'peak RSS'];
  return `### Distance to the floor\n\n${table(head, lines)}`;
}

function panels(rounds: readonly RoundResult[]): Panel[] {
  return charted.map((figure) => ({
    figure,
    bars: byPeer(rounds).flatMap((all): Bar[] => {
      const value = medianOf(figure, all);
      const [{ title, peer }] = all;
      return value === undefined ? [] : [{ title, value, isOurs: isOperand(peer) }];
    }),
  }));
}

type Rounds = readonly [RoundResult, ...RoundResult[]];

function byPeer(rounds: readonly RoundResult[]): Rounds[] {
  const groups = Map.groupBy(rounds, ({ peer }) => peer);
  return [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [[first, ...others] as const],
  );
}

function grouped(count: number): string {
  return count.toLocaleString('en');
}
