import type { Logger } from '../telemetry/index.ts';
import type { GetEndpoint } from './endpoint.ts';
import { plainTextReply } from './reply.ts';

/** A condition for the success of a probe. */
export interface Check {
  /** Unique within its probe, such as `caches`. */
  readonly name: string;

  /**
   * Returns the reason of a failure, or undefined. A thrown error is a reason too.
   *
   * Uses only data in memory and makes no requests, so that a probe never waits.
   */
  readonly failure: () => string | undefined;

  /**
   * True if the check is shown without effect on the result: for problems outside of this process, which continues to
   * serve. The reporter of the problem logs it.
   *
   * @default false
   */
  readonly isInformational?: boolean;
}

/**
 * Returns the endpoint of a liveness or readiness probe, with the responses of the Kubernetes API server: 200 and `ok`,
 * or 500 and a line for each check. `?verbose` shows the lines also on success, `?exclude=name` skips a check. Without
 * checks it succeeds.
 *
 * A failing check that is informational keeps the status 200; its line begins with `[!]`. Reasons are withheld, because
 * every client may send the request; they are logged when a check begins to fail.
 *
 * @param name - as in the path, such as `readyz`.
 * @see https://kubernetes.io/docs/reference/using-api/health-checks/
 */
export function probeEndpoint(name: string, checks: readonly Check[], logger: Logger): GetEndpoint {
  const failing = new Set<Check>();

  function isPassing(check: Check): boolean {
    const reason = checkFailure(check);
    if (reason === undefined) {
      failing.delete(check);
      return true;
    }
    if (!failing.has(check) && check.isInformational !== true)
      logger.warn('check failed', { probe: name, check: check.name, reason });
    failing.add(check);
    return false;
  }

  return (query) => {
    const excluded = new Set(query.getAll('exclude'));
    const lines = checks.map((check) => {
      if (excluded.has(check.name)) return `[+]${check.name} excluded: ok`;
      if (isPassing(check)) return `[+]${check.name} ok`;
      return check.isInformational === true
        ? `[!]${check.name} failed, informational: reason withheld`
        : `[-]${check.name} failed: reason withheld`;
    });
    const passed = lines.every((line) => !line.startsWith('[-]'));
    if (passed && !query.has('verbose')) return plainTextReply(200, 'ok');
    return plainTextReply(
      passed ? 200 : 500,
      `${[...lines, `${name} check ${passed ? 'passed' : 'failed'}`].join('\n')}\n`,
    );
  };
}

function checkFailure({ failure }: Check): string | undefined {
  try {
    return failure();
  } catch (error) {
    return String(error);
  }
}
