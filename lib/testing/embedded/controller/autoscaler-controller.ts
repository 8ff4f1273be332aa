// In: HorizontalPodAutoscalers, and metrics that a test sets. Out: the replicas of their targets. Started by the embedded cluster.

import { isSameJson, type JsonObject } from '../../../api/index.ts';
import { isDeleting, metadataFields, metadataText } from '../../../built-in/index.ts';
import { timestamp } from '../../../clock/index.ts';
import {
  fieldAt,
  fieldsAt,
  numberAt,
  objectsAt,
  quantityBillionths,
  scalarText,
  textAt,
} from '../../../schema/index.ts';
import { autoscalers } from '../collection.ts';
import { type ConditionContent, conditionOf, timedCondition } from '../condition.ts';
import type { Registry } from '../registry.ts';
import type { StoredChange } from '../store/object-storage.ts';
import type { ClusterAccess } from './cluster-access.ts';
import type { ClusterController } from './cluster-controller.ts';
import type { MetricValues } from './metric-values.ts';

const syncMs = 15_000;
const tolerance = 0.1;

/** A number of replicas that the metrics asked for at a time. */
interface Recommendation {
  readonly replicas: number;
  readonly timeMs: number;
}

/** Scales the targets of autoscalers. */
export class AutoscalerController implements ClusterController {
  readonly name = 'autoscaler';
  readonly triggers = {
    [autoscalers]: ({ key, type, object, previous }: StoredChange) => {
      if (type === 'DELETED') this.#recommendations.delete(key);
      const isChanged = previous === undefined || !isSameJson(object.spec, previous.spec);
      return type !== 'DELETED' && isChanged ? [key] : [];
    },
  };
  readonly #access: ClusterAccess;
  readonly #registry: Registry;
  readonly #metrics: MetricValues;
  readonly #recommendations = new Map<string, readonly Recommendation[]>();

  constructor(access: ClusterAccess, registry: Registry, metrics: MetricValues) {
    this.#access = access;
    this.#registry = registry;
    this.#metrics = metrics;
  }

  readonly reconcile = async (key: string): Promise<number | undefined> => {
    const autoscaler = this.#access.get(autoscalers, key);
    if (autoscaler === undefined || isDeleting(autoscaler)) return undefined;
    const { nowMs } = this.#access;
    const nextMs = (Math.floor(nowMs / syncMs) + 1) * syncMs;
    const target = this.#target(autoscaler);
    if (target === undefined) {
      await this.#report(autoscaler, {}, [
        { type: 'AbleToScale', status: 'False', reason: 'FailedGetScale', message: 'the target was not found' },
      ]);
      return nextMs;
    }
    const present = numberAt(target.object, 'spec.replicas') ?? 1;
    const proposals = objectsAt(autoscaler, 'spec.metrics').map((metric) => this.#proposal(metric, present));
    const known = proposals.filter((each) => each !== undefined);
    if (known.length === 0) {
      await this.#report(autoscaler, { currentReplicas: present, desiredReplicas: 0 }, [
        {
          type: 'AbleToScale',
          status: 'True',
          reason: 'SucceededGetScale',
          message: "the HPA controller was able to get the target's current scale",
        },
        {
          type: 'ScalingActive',
          status: 'False',
          reason: 'FailedGetResourceMetric',
          message: 'the test has set no metric of the autoscaler',
        },
      ]);
      return nextMs;
    }
    const wanted = present === 0 ? 0 : Math.max(...known);
    const { desired, conditions } = this.#limited(key, autoscaler, { present, wanted });
    if (desired !== present) await this.#scale(autoscaler, target, { present, desired });
    const status = {
      currentReplicas: present,
      desiredReplicas: desired,
      lastScaleTime: desired === present ? fieldAt(autoscaler, 'status.lastScaleTime') : timestamp(nowMs),
    };
    await this.#report(autoscaler, status, conditions);
    return nextMs;
  };

  #target(autoscaler: JsonObject): { readonly collection: string; readonly object: JsonObject } | undefined {
    const { apiVersion, kind, name } = fieldsAt(autoscaler, 'spec.scaleTargetRef');
    const type = this.#registry.ofKind(scalarText(apiVersion), scalarText(kind));
    if (type?.scale === undefined) return undefined;
    const object = this.#access.get(type.collection, `${metadataText(autoscaler, 'namespace')}/${scalarText(name)}`);
    return object === undefined ? undefined : { collection: type.collection, object };
  }

  /** Returns the replicas that one metric asks for; undefined if the test hasn't set it. */
  #proposal(metric: JsonObject, present: number): number | undefined {
    const source = Object.values(metric).find((value) => typeof value === 'object' && value !== null);
    const name = textAt(source, 'name') || textAt(source, 'metric.name');
    const value = this.#metrics.get(name);
    const { type, averageUtilization, averageValue, value: total } = fieldsAt(source, 'target');
    const goal =
      typeof averageUtilization === 'number' ? averageUtilization : quantity(type === 'Value' ? total : averageValue);
    if (value === undefined || goal === 0) return undefined;
    const ratio = value / goal;
    return Math.abs(ratio - 1) <= tolerance ? present : Math.ceil(Math.round(ratio * present * 1e9) / 1e9);
  }

  /** Returns the replicas within all limits. */
  #limited(
    key: string,
    autoscaler: JsonObject,
    { present, wanted }: { readonly present: number; readonly wanted: number },
  ): { readonly desired: number; readonly conditions: readonly ConditionContent[] } {
    const { nowMs } = this.#access;
    const seconds = numberAt(autoscaler, 'spec.behavior.scaleDown.stabilizationWindowSeconds') ?? 300;
    const recent = (this.#recommendations.get(key) ?? [{ replicas: present, timeMs: nowMs }]).filter(
      ({ timeMs }) => timeMs > nowMs - seconds * 1_000,
    );
    this.#recommendations.set(key, [...recent, { replicas: wanted, timeMs: nowMs }]);
    const stable = Math.max(wanted, ...(wanted < present ? recent.map(({ replicas }) => replicas) : []));
    const held = Math.min(stable, Math.max(present, wanted));
    const least = numberAt(autoscaler, 'spec.minReplicas') ?? 1;
    const most = Math.min(numberAt(autoscaler, 'spec.maxReplicas') ?? held, Math.max(2 * present, present + 4));
    const desired = Math.min(Math.max(held, least), most);
    return { desired, conditions: scalingConditions({ present, wanted, held, desired }) };
  }

  async #scale(
    autoscaler: JsonObject,
    { collection, object }: { readonly collection: string; readonly object: JsonObject },
    { present, desired }: { readonly present: number; readonly desired: number },
  ): Promise<void> {
    await this.#access.update(
      collection,
      object,
      (live) => ({ ...live, spec: { ...fieldsAt(live, 'spec'), replicas: desired } }),
      'scale',
    );
    const direction = desired > present ? 'above' : 'below';
    const message = `New size: ${desired}; reason: metrics ${direction} target`;
    await this.#access.record(autoscaler, { reason: 'SuccessfulRescale', message });
  }

  async #report(
    autoscaler: JsonObject,
    counts: Readonly<Record<string, JsonObject[string] | undefined>>,
    contents: readonly ConditionContent[],
  ): Promise<void> {
    const { now } = this.#access;
    await this.#access.updateStatus(autoscalers, autoscaler, {
      ...fieldsAt(autoscaler, 'status'),
      currentMetrics: fieldAt(autoscaler, 'status.currentMetrics') ?? null,
      ...counts,
      observedGeneration: metadataFields(autoscaler).generation,
      conditions: contents.map((content) => timedCondition(conditionOf(autoscaler, content.type), content, now)),
    });
  }
}

function quantity(value: JsonObject[string] | undefined): number {
  const found = quantityBillionths(scalarText(value));
  return found === undefined ? 0 : Number(found) / 1e9;
}

/** The numbers of replicas from the present one to the one that all limits allow. */
interface ScalingSizes {
  readonly present: number;
  readonly wanted: number;
  /** The wanted number, after earlier recommendations have kept it up. */
  readonly held: number;
  readonly desired: number;
}

/** Returns the conditions of an autoscaler whose metrics are known. */
function scalingConditions({ present, wanted, held, desired }: ScalingSizes): readonly ConditionContent[] {
  const [ableReason, ableMessage] =
    held !== wanted
      ? [
          'ScaleDownStabilized',
          'recent recommendations were higher than current one, applying the highest recent recommendation',
        ]
      : desired === present
        ? ['ReadyForNewScale', 'recommended size matches current size']
        : ['SucceededRescale', `the HPA controller was able to update the target scale to ${desired}`];
  const [limitReason, limitMessage] =
    desired === held
      ? ['DesiredWithinRange', 'the desired count is within the acceptable range']
      : desired < held
        ? ['TooManyReplicas', 'the desired replica count is more than the maximum replica count']
        : ['TooFewReplicas', 'the desired replica count is less than the minimum replica count'];
  return [
    { type: 'AbleToScale', status: 'True', reason: ableReason, message: ableMessage },
    {
      type: 'ScalingActive',
      status: 'True',
      reason: 'ValidMetricFound',
      message: 'the HPA was able to successfully calculate a replica count from the metrics that the test has set',
    },
    { type: 'ScalingLimited', status: desired === held ? 'False' : 'True', reason: limitReason, message: limitMessage },
  ];
}
