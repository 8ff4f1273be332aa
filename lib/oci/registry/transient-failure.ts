import { brandedError } from '../../error/index.ts';
import { isSystemError } from '../../system/index.ts';

/** A failure of a registry that a later attempt may not have. Internal: callers get an ImageError. */
export class TransientFailure extends brandedError('TransientFailure') {
  readonly code = 'transient-failure';
  /** The wait that the registry asks for. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, retryAfterMs?: number) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

/** The codes of connections that break or stall. Others, such as of a name that doesn't exist, last. */
const codes = [
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'UND_ERR_SOCKET',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
];

/** Returns true for an error that a later attempt may not have. */
export function isTransientRegistryFailure(error: unknown): boolean {
  // The end of a response in parts that is missing, which has no code.
  const isCutOff = error instanceof Error && error.name === 'HTTPParserError';
  return isCutOff || TransientFailure.is(error) || isSystemError(error, ...codes);
}
