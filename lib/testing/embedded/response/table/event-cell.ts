// In: an Event of either version. Out: the cells of its row. Called by the tables of built-in kinds.

import type { JsonObject } from '../../../../api/index.ts';
import { textAt } from '../../../../schema/index.ts';
import { timeText } from './age.ts';
import { at, type Cells } from './cell.ts';

/** The cells of Events in v1. */
export const eventCells = eventCellsOf({
  object: 'involvedObject',
  message: 'message',
  controller: 'reportingComponent',
  source: 'source',
  count: 'count',
  first: 'firstTimestamp',
  last: 'lastTimestamp',
});

/** The cells of Events in events.k8s.io/v1. */
export const newEventCells = eventCellsOf({
  object: 'regarding',
  message: 'note',
  controller: 'reportingController',
  source: 'deprecatedSource',
  count: 'deprecatedCount',
  first: 'deprecatedFirstTimestamp',
  last: 'deprecatedLastTimestamp',
});

/** The fields of an Event, which its two versions name differently. */
interface EventFields {
  readonly object: string;
  readonly message: string;
  readonly controller: string;
  readonly source: string;
  readonly count: string;
  readonly first: string;
  readonly last: string;
}

function eventCellsOf({ object, message, controller, source, count, first, last }: EventFields): Cells {
  const firstSeen = (event: JsonObject, nowMs: number) =>
    timeText(textAt(event, first, textAt(event, 'eventTime')), nowMs);
  return {
    'Last Seen': (event, nowMs) => {
      const lastTime = textAt(event, 'series.lastObservedTime', textAt(event, last));
      return lastTime === '' ? firstSeen(event, nowMs) : timeText(lastTime, nowMs);
    },
    Type: 'type',
    Reason: 'reason',
    Object: (event) => {
      const name = textAt(event, `${object}.name`);
      const kind = textAt(event, `${object}.kind`).toLowerCase();
      return name === '' ? kind : `${kind}/${name}`;
    },
    Subobject: `${object}.fieldPath`,
    Source: (event) => {
      const component = textAt(event, `${source}.component`, textAt(event, controller));
      const instance = textAt(event, `${source}.host`, textAt(event, 'reportingInstance'));
      return instance === '' ? component : `${component}, ${instance}`;
    },
    Message: (event) => textAt(event, message).trim(),
    'First Seen': firstSeen,
    Count: (event) => at(event, 'series.count') ?? (at(event, count) === 0 ? 1 : (at(event, count) ?? 1)),
  };
}
