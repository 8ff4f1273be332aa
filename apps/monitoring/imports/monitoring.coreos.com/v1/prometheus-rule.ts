// Written by `operand import --omit-descriptions` from prometheusrules.monitoring.coreos.com, sha256:da9f53ba1d4e1463. Don't edit it: import it again.

import { ImportedResource, type ImportedResourceProps } from 'operand';
import { schema } from './prometheus-rule.schema.ts';

/** The fields of a PrometheusRule. */
export interface PrometheusRuleProps extends ImportedResourceProps {
  readonly spec: PrometheusRuleSpec;
}

/** PrometheusRule of monitoring.coreos.com/v1. */
export class PrometheusRule extends /* @__PURE__ */ ImportedResource<PrometheusRuleProps>({
  group: 'monitoring.coreos.com',
  version: 'v1',
  kind: 'PrometheusRule',
  plural: 'prometheusrules',
  scope: 'Namespaced',
  schema,
}) {}

/** `spec` of a PrometheusRule. */
export interface PrometheusRuleSpec {
  /** One item for each name. */
  readonly groups?: readonly PrometheusRuleSpecGroup[];
}

/** `spec.groups[]` of a PrometheusRule. */
export interface PrometheusRuleSpecGroup {
  /**
   * Pattern: `^(0|(([0-9]+)y)?(([0-9]+)w)?(([0-9]+)d)?(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$`.
   */
  readonly interval?: string;
  readonly labels?: { readonly [key: string]: string };
  readonly limit?: number;
  /** At least 1 character. */
  readonly name: string;
  /** Pattern: `^(?i)(abort|warn)?$`. */
  readonly partial_response_strategy?: string;
  /**
   * Pattern: `^(0|(([0-9]+)y)?(([0-9]+)w)?(([0-9]+)d)?(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$`.
   */
  readonly query_offset?: string;
  readonly rules?: readonly PrometheusRuleSpecGroupRule[];
}

/** `spec.groups[].rules[]` of a PrometheusRule. */
export interface PrometheusRuleSpecGroupRule {
  readonly alert?: string;
  readonly annotations?: { readonly [key: string]: string };
  readonly expr: number | string;
  /**
   * Pattern: `^(0|(([0-9]+)y)?(([0-9]+)w)?(([0-9]+)d)?(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$`.
   */
  readonly for?: string;
  /**
   * At least 1 character.
   * Pattern: `^(0|(([0-9]+)y)?(([0-9]+)w)?(([0-9]+)d)?(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?(([0-9]+)ms)?)$`.
   */
  readonly keep_firing_for?: string;
  readonly labels?: { readonly [key: string]: string };
  readonly record?: string;
}
