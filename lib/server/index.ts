// Listeners

export { listenHttp } from './http-listener.ts';
export {
  isLoopback,
  type ListenAddress,
  ListenError,
  listenAddress,
  type MetricsAddress,
  metricsAddress,
  urlHost,
} from './listen-address.ts';
export type { Listener } from './open-server.ts';
export { listenTls, type TlsListener } from './tls-listener.ts';

// Endpoints

export { type GetEndpoint, metricsEndpoint, type PostEndpoint, type Routes } from './endpoint.ts';
export { type Check, probeEndpoint } from './probe.ts';
export { jsonReply, plainTextReply, type Reply } from './reply.ts';
export { RequestError } from './request-error.ts';

// Access

export type { AccessDecision } from './access/access-cache.ts';
export { accessReview } from './access/access-review.ts';
export { guardedEndpoint } from './access/guarded-endpoint.ts';

// Webhooks

export { mutationEndpoint } from './admission/mutation-endpoint.ts';
export { validationEndpoint } from './admission/validation-endpoint.ts';
export { conversionEndpoint } from './conversion/conversion-endpoint.ts';
export type { WebhookPorts } from './webhook-ports.ts';
export { webhookRoutes } from './webhook-routes.ts';

// Certificates

export { certificateFiles, readAuthorityFile } from './certificate/certificate-files.ts';
export type { CertificateSource } from './certificate/certificate-source.ts';
export { selfIssuedCertificate } from './certificate/self-issued-certificate.ts';
