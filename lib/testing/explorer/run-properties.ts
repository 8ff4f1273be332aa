// In: the record of a run, and that of the baseline. Out: the first violation of each property. Called by explorations.

import { conditionsOf, findCondition, objectTitle, type StoredObject } from '../../api/index.ts';
import { snapshotDifference } from '../scenario/snapshot-difference.ts';
import { deletionStep, firstViolation, type RunProperty } from './run-property.ts';
import { truthfulStatus } from './truthful-status.ts';

/** A fault may be reported and taken back: two changes of a condition. */
const toleratedChanges = 2;

/** No manager ends by itself, users' requests are accepted, and objects stop changing. */
const settles: RunProperty = {
  name: 'settles',
  violation: ({ failure }) => failure && { step: failure.step, details: [failure.message] },
};

/** An object of another actor that has the name of a child stays as it is. */
const conflictingObjects: RunProperty = {
  name: 'conflicting objects untouched',
  violation: (run) => firstViolation(run.steps, ({ damage }) => damage),
};

/** A change that another actor makes between a read and a write of the operator stays. */
const noLostUpdate: RunProperty = {
  name: 'no lost update',
  violation: (run) =>
    firstViolation(run.steps, ({ losses }) => losses.map((title) => `${title} lost the finalizer of another actor`)),
};

/** No object is deleted that isn't deleted in the baseline, so none is created again; objects that hold data above all. */
const noFurtherDeletion: RunProperty = {
  name: 'no further deletion',
  violation: (run, baseline) =>
    firstViolation(run.steps, ({ deleted }, index) => {
      const expected = new Set(baseline.steps[index]?.deleted);
      return deleted.filter((title) => !expected.has(title)).map((title) => `${title} is deleted`);
    }),
};

/** Each object that the operator creates has an owner, or its resource has a finalizer; and none stays without a resource. Deletions end. */
const nothingLeaked: RunProperty = {
  name: 'nothing leaked',
  violation: ({ steps, created }) =>
    firstViolation(steps, ({ name, objects, resources }) => {
      const left = resources.filter(({ metadata }) => metadata.deletionTimestamp !== undefined);
      if (name === deletionStep && left.length > 0) return left.map(remainingText);
      if (resources.some(({ metadata }) => (metadata.finalizers ?? []).length > 0)) return [];
      const uids = new Set(objects.map(({ metadata }) => metadata.uid));
      const end = resources.length === 0 ? ', and its resource is gone' : '';
      return objects
        .filter(({ metadata }) => created.has(metadata.uid))
        .filter(({ metadata }) => metadata.ownerReferences?.some(({ uid }) => uids.has(uid)) !== true)
        .map((object) => `${objectTitle(object)} has no owner${end}`);
    }),
};

function remainingText(resource: StoredObject): string {
  const finalizers = resource.metadata.finalizers ?? [];
  return `${objectTitle(resource)} is deleted, and stays with the finalizers ${finalizers.join(', ')}`;
}

/** The applied resources report no problem. Later steps of a user may lead to problems. */
const noProblem: RunProperty = {
  name: 'no problem',
  violation: (run) =>
    firstViolation(run.steps, ({ resources }, index) =>
      resources.flatMap((resource) => {
        const degraded = findCondition(conditionsOf(resource.status), 'Degraded');
        if (index > 0 || degraded?.status !== 'True') return [];
        return [`${objectTitle(resource)} reports ${degraded.reason}: ${degraded.message}`];
      }),
    ),
};

/** A manager writes nothing once its objects have stopped changing. */
const noIdleWrites: RunProperty = {
  name: 'no idle writes',
  violation: (run) =>
    firstViolation(run.steps, ({ idleWrites }) => [...new Set(idleWrites)].map((title) => `${title}: changes nothing`)),
};

/** No condition changes its status more often than in the baseline, but for one report of each fault. */
const stableConditions: RunProperty = {
  name: 'stable conditions',
  violation: (run, baseline) =>
    firstViolation(run.steps, ({ conditions }, index) =>
      [...conditions].flatMap(([title, statuses]) => {
        const expected = baseline.steps[index]?.conditions.get(title) ?? [];
        const tolerated = run.schedule.length * toleratedChanges;
        if (statuses.length <= expected.length + tolerated) return [];
        return [`${title} changes ${statuses.join(' → ')}; without faults ${expected.join(' → ')}`];
      }),
    ),
};

/** Each step ends with the same objects as in the baseline; uids, versions and times aside. */
const sameEndState: RunProperty = {
  name: 'same end state',
  violation: (run, baseline) =>
    firstViolation(run.steps, ({ snapshot }, index) =>
      snapshotDifference(baseline.steps[index]?.snapshot ?? [], snapshot),
    ),
};

/** The properties of each run, in the order in which they are checked: the most telling ones first. */
export const runProperties: readonly RunProperty[] = [
  settles,
  conflictingObjects,
  noLostUpdate,
  noFurtherDeletion,
  nothingLeaked,
  truthfulStatus,
  noProblem,
  noIdleWrites,
  stableConditions,
  sameEndState,
];
