// Logs

export { jsonLogger, type LogLevel } from './json-logger.ts';
export type { LogFields, Logger } from './logger.ts';
export { callbackLog, silentLogger, withCallbackLog } from './logger.ts';

// Metrics

export type {
  CacheMemory,
  CertificateFilesMetrics,
  ClientMetrics,
  ControllerMetrics,
  ConversionMetrics,
  ConvertedObject,
  EndedRequest,
  InstallationMetrics,
  LeaderElectionMetrics,
  MetricDefinition,
  MetricLabels,
  Metrics,
  MetricType,
  QueueMetrics,
  QueueState,
  ReconcileMetrics,
  ReconcileResult,
  SourceMetrics,
  WebhookMetrics,
} from './metrics.ts';
export { silentMetrics } from './metrics.ts';
