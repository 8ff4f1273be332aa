// The command line of the benchmark. See bench/README.md.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, InvalidArgumentError } from 'commander';
import { requireMachine } from '../lib/testing/cluster/machine-requirement.ts';
import { publishers } from '../test/import/definitions/published-definition.ts';
import { writeDefinition } from './definition.ts';
import { isFloor, type Peer, type PeerName, peerNames, preparedPeer } from './harness/peer.ts';
import { Progress } from './harness/progress.ts';
import { phaseNames, type RoundResult } from './harness/result.ts';
import { runRound } from './harness/round.ts';
import { benchImage, type ImageRun, imageRun } from './image/image-run.ts';
import { measuredImports } from './import/import-run.ts';
import { plan, type Step } from './plan.ts';
import { type PodsRun, podsRun } from './pods/pods-run.ts';
import { imageText } from './report/image-section.ts';
import { podsText } from './report/pods-section.ts';
import { reportText } from './report/report.ts';
import { scaleText } from './report/scale-section.ts';
import { soakText } from './report/soak-section.ts';
import { synthText } from './report/synth-section.ts';
import { openResults, storedResults, writeResults } from './results-file.ts';
import { forms, type ScaleRun, scaleRun } from './scale/scale-run.ts';
import { soakRun } from './soak/soak-run.ts';
import { synthRun } from './synth/run.ts';
import { preparedSubject, type SubjectName, subjectNames } from './synth/subject.ts';

interface Output {
  readonly idle: number;
  readonly results: string;
}

interface SynthOptions {
  readonly subjects: readonly SubjectName[];
  readonly rounds: number;
  readonly results: string;
}

interface SoakCommandOptions {
  readonly resources: number;
  readonly minutes: number;
  readonly results: string;
}

interface ScaleOptions {
  readonly resources: number;
  readonly results: string;
}

interface RepeatedOptions {
  readonly resources: number;
  readonly rounds: number;
  readonly results: string;
}

/** Enough for a median that a single outlier doesn't move. */
const synthRounds = 10;
const importRounds = 5;
const imageRounds = 5;
const podsRounds = 3;
const soakMinutes = 60;
const resourceCount = 1_000;
const podsResourceCount = 200;
const scaleResourceCount = 10_000;

const here = fileURLToPath(new URL('.', import.meta.url));
const resultsFile = join(here, 'results.json');
const resultsOption = ['--results <file>', 'file that each finished round is added to', resultsFile] as const;
const resourcesOption = ['--resources <count>', 'number of resources', positive, resourceCount] as const;
const idleOption = ['--idle <seconds>', 'length of the idle phase', positive, 60] as const;

const stop = new AbortController();
process.once('SIGINT', () => stop.abort()).once('SIGTERM', () => stop.abort());

const program = new Command('bench').description('Measures Operand and its peers side by side.');

program
  .command('run', { isDefault: true })
  .description('measure some peers in turns')
  .option('--peers <names>', `in the order of their turns: ${peerNames.join(', ')}`, listOf(peerNames), [
    'operand',
    'controller-runtime',
  ] satisfies PeerName[])
  .option('--phases <names>', `besides cold, which is always the first: ${phaseNames.join(', ')}`, listOf(phaseNames), [
    ...phaseNames,
  ])
  .option(...resourcesOption)
  .option('--rounds <count>', 'number of rounds of each peer, including those in the results', positive, 1)
  .option(...idleOption)
  .option(...resultsOption)
  .action(async (options: Step & Output) => {
    await measure([options], options);
  });

program
  .command('synth')
  .description('measure the time to make bundles')
  .option('--subjects <names>', `in the order of their turns: ${subjectNames.join(', ')}`, listOf(subjectNames), [
    ...subjectNames,
  ])
  .option('--rounds <count>', 'number of rounds, after a first one that isn’t counted', positive, synthRounds)
  .option(...resultsOption)
  .action(measureSynth);

program
  .command('import')
  .description('measure the time to import third-party definitions')
  .option('--rounds <count>', 'number of rounds, after a first one that isn’t counted', positive, importRounds)
  .action(measureImport);

program
  .command('image')
  .description('measure the image of the operator in a pod: until it is ready, and in memory')
  .option(...resourcesOption)
  .option('--rounds <count>', 'number of measurements, each on its own cluster', positive, imageRounds)
  .option(...resultsOption)
  .action(measureImage);

program
  .command('pods')
  .description('count the writes for new resources while their pods become ready')
  .option(
    '--resources <count>',
    'number of resources, ten of which are created in a second',
    positive,
    podsResourceCount,
  )
  .option('--rounds <count>', 'number of rounds of each peer', positive, podsRounds)
  .option(...resultsOption)
  .action(measurePods);

program
  .command('scale')
  .description('measure the operator with shards on several processes, and in many namespaces')
  .option('--resources <count>', 'number of created resources', positive, scaleResourceCount)
  .option(...resultsOption)
  .action(measureScale);

program
  .command('soak')
  .description('measure the memory of the operator through an hour of changes and faults')
  .option(...resourcesOption)
  .option('--minutes <count>', 'length of the time with changes', positive, soakMinutes)
  .option(...resultsOption)
  .action(measureSoak);

program
  .command('all')
  .description('measure all figures of docs/benchmarks.md except the soak (about 65 minutes, as root), and write it')
  .option(...idleOption)
  .option(...resultsOption)
  .action(async (options: Output) => {
    // Checks the needs of the last part before the first takes its time.
    await requireMachine(stop.signal);
    await measure(plan, options);
    await measureSynth({ subjects: subjectNames, rounds: synthRounds, results: options.results });
    await measureImage({ resources: resourceCount, rounds: imageRounds, results: options.results });
    await measurePods({ resources: podsResourceCount, rounds: podsRounds, results: options.results });
    await measureScale({ resources: scaleResourceCount, results: options.results });
    await report([options.results]);
  });

program
  .command('report')
  .description('write docs/benchmarks.md and its charts')
  .argument('[files...]', 'results', [resultsFile])
  .action(report);

program.command('definition').description('write operator/crd.yaml from the definition').action(writeDefinition);

try {
  await program.parseAsync();
} catch (error) {
  if (!stop.signal.aborted) process.stderr.write(`\n${explained(error)}\n`);
  process.exitCode = 1;
}

async function measure(steps: readonly Step[], { idle, results: file }: Output): Promise<void> {
  const stored = await openResults(file);
  const results: RoundResult[] = [...stored.rounds];
  const turns = steps.flatMap(({ peers, resources: count, rounds, phases }) =>
    Array.from({ length: rounds }, (_, index) => index + 1)
      .flatMap((round) => peers.map((peer) => ({ peer, round, count, phases })))
      .filter(({ peer, round }) => !results.some((done) => isSameTurn(done, { peer, round, count }))),
  );
  const progress = new Progress(turns.length);
  const prepared = new Map<PeerName, Peer>();
  for (const { peer } of turns) {
    if (!prepared.has(peer)) prepared.set(peer, await preparedPeer(peer, (text) => progress.show(text), stop.signal));
  }

  for (const { peer: name, round, count, phases } of turns) {
    const peer = prepared.get(name);
    if (peer === undefined) continue;
    const onPhase = (phase: string) => progress.show(`${peer.title}, ${count} resources, round ${round}: ${phase}`);
    const given = { round, count, idleSeconds: idle, signal: stop.signal, onPhase };
    results.push(await runRound(peer, { ...given, phases: isFloor(name) ? [] : phases }));
    progress.advance();
    await writeResults(file, { ...stored, rounds: results });
  }
  progress.end();
  process.stdout.write(reportText([{ machine: stored.machine, rounds: results }]).get('benchmarks.md') ?? '');
}

/** Replaces earlier measurements once the first round is over, as with bundles. */
async function measureImage({ resources: count, rounds, results: file }: RepeatedOptions): Promise<void> {
  const stored = await openResults(file);
  const progress = new Progress(rounds);
  progress.show('making the image');
  const made = await benchImage();
  const image: ImageRun[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const onStep = (what: string) => progress.show(`round ${round}: ${what}`);
    image.push(await imageRun(made, { round, count, onStep, signal: stop.signal }));
    progress.advance();
    await writeResults(file, { ...stored, image });
  }
  progress.end();
  process.stdout.write(`${imageText(image)}\n`);
}

/** Replaces earlier measurements once all rounds are over. */
async function measurePods({ resources: count, rounds, results: file }: RepeatedOptions): Promise<void> {
  const stored = await openResults(file);
  const names = ['operand', 'controller-runtime'] as const;
  const progress = new Progress(names.length * rounds);
  const peers: Peer[] = [];
  for (const name of names) peers.push(await preparedPeer(name, (text) => progress.show(text), stop.signal));
  const pods: PodsRun[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    for (const peer of peers) {
      progress.show(`${peer.title}, pods of ${count} resources, round ${round}`);
      pods.push(await podsRun(peer, { round, count, signal: stop.signal }));
      progress.advance();
    }
  }
  progress.end();
  await writeResults(file, { ...stored, pods });
  process.stdout.write(`${podsText(pods)}\n`);
}

/** Replaces earlier measurements once all forms are measured. */
async function measureScale({ resources: count, results: file }: ScaleOptions): Promise<void> {
  const stored = await openResults(file);
  const progress = new Progress(forms.length);
  const peer = await preparedPeer('operand', (text) => progress.show(text), stop.signal);
  const scale: ScaleRun[] = [];
  for (const form of forms) {
    progress.show(`${count} resources, ${form.title}`);
    scale.push(await scaleRun(peer, form, count, stop.signal));
    progress.advance();
  }
  progress.end();
  await writeResults(file, { ...stored, scale });
  process.stdout.write(`${scaleText(scale)}\n`);
}

async function measureSoak({ resources: count, minutes, results: file }: SoakCommandOptions): Promise<void> {
  const stored = await openResults(file);
  const progress = new Progress(1);
  const onSample = (what: string) => progress.show(what);
  const peer = await preparedPeer('operand', onSample, stop.signal);
  const soak = await soakRun(peer, { count, minutes, onSample, signal: stop.signal });
  progress.end();
  await writeResults(file, { ...stored, soak });
  process.stdout.write(`${soakText(soak, 'benchmarks-soak.svg')}\n`);
}

async function measureImport({ rounds }: { readonly rounds: number }): Promise<void> {
  const progress = new Progress(publishers.length * (rounds + 1));
  const onTurn = (what: string) => {
    progress.show(what);
    progress.advance();
  };
  const measured = await measuredImports({ rounds, onTurn, signal: stop.signal });
  progress.end();
  process.stdout.write(`${measured}\n`);
}

/** Replaces earlier measurements: rounds of different days can't be compared. */
async function measureSynth({ subjects: names, rounds, results: file }: SynthOptions): Promise<void> {
  const stored = await openResults(file);
  const progress = new Progress(names.length * (rounds + 1));
  const say = (text: string) => progress.show(text);
  const subjects = [];
  for (const name of names) subjects.push(await preparedSubject(name, say, stop.signal));
  const synth = [];
  for (let round = 0; round <= rounds; round += 1) {
    for (const subject of subjects) {
      say(`${subject.title}, round ${round}`);
      const run = await synthRun(subject, round, stop.signal);
      // The first round fills the caches.
      if (round > 0) synth.push(run);
      progress.advance();
    }
  }
  progress.end();
  await writeResults(file, { ...stored, synth });
  process.stdout.write(`${synthText(synth)}\n`);
}

async function report(files: readonly string[]): Promise<void> {
  const results = await Promise.all(files.map(storedResults));
  const known = results.filter((each) => each !== undefined);
  if (known.length === 0) throw new Error(`${files.join(', ')} does not exist: measure something first`);
  const commits = new Set(known.map(({ machine }) => machine.commit));
  if (commits.size > 1) throw new Error(`the files have results of several commits: ${[...commits].join(' and ')}`);
  for (const [name, text] of reportText(known)) await writeFile(join(here, '../docs', name), text);
}

type Turn = Pick<RoundResult, 'peer' | 'round' | 'count'>;

function isSameTurn(one: Turn, other: Turn): boolean {
  return one.peer === other.peer && one.round === other.round && one.count === other.count;
}

function listOf<Name extends string>(known: readonly Name[]) {
  return (text: string): Name[] =>
    text.split(',').map((word) => {
      const name = known.find((each) => each === word.trim());
      if (name === undefined) throw new InvalidArgumentError(`'${word}' is none of ${known.join(', ')}.`);
      return name;
    });
}

function positive(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('a whole number above 0 is needed.');
  return value;
}

/** Returns an error and its causes, a line each. */
function explained(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message}\n${explained(error.cause)}`;
}
