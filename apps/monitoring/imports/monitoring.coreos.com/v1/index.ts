// Written by `operand import`: the modules of monitoring.coreos.com/v1. Don't edit it: import it again.

export {
  Alertmanager,
  type AlertmanagerProps,
  type AlertmanagerSpec,
  type AlertmanagerStatus,
} from './alertmanager.ts';

export {
  PodMonitor,
  type PodMonitorProps,
  type PodMonitorSpec,
} from './pod-monitor.ts';

export {
  Probe,
  type ProbeProps,
  type ProbeSpec,
} from './probe.ts';

export {
  PrometheusRule,
  type PrometheusRuleProps,
  type PrometheusRuleSpec,
} from './prometheus-rule.ts';

export {
  Prometheus,
  type PrometheusProps,
  type PrometheusSpec,
  type PrometheusStatus,
} from './prometheus.ts';

export {
  ServiceMonitor,
  type ServiceMonitorProps,
  type ServiceMonitorSpec,
  type ServiceMonitorStatus,
} from './service-monitor.ts';
