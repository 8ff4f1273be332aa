import type { Logger } from '../telemetry/index.ts';
import { type GetEndpoint, plainText } from './endpoint.ts';

/** One thing that must be well for a probe to succeed. */
export interface Check {
  /** Unique within its probe, such as `caches`. */
  readonly name: string;

  /**
   * Why it is not well, or undefined when it is. A thrown error is a reason too.
   *
   * Tells what the process already knows and asks nobody, so that a probe never waits.
   */
  readonly failure: () => string | undefined;

  /**
   * Whether the check is shown without deciding on the answer: for what is wrong outside of this process, which goes on
   * serving. Who reports it, logs it. @default false
   */
  readonly isInformational?: boolean;
}

/**
 * The endpoint of a liveness or readiness probe, with answers as the Kubernetes API server gives them: 200 and `ok`, or
 * 500 and a line for each check; `?verbose` gives the lines also on success, `?exclude=name` leaves a check out.
 * Without checks it succeeds.
 *
 * A failing check that is informational leaves the answer 200; its line begins with `[!]`. Reasons are withheld, because anybody may ask; they are logged when a check begins to fail.
 *
 * @param name - as in the path, such as `readyz`.
 * @see https://kubernetes.io/docs/reference/using-api/health-checks/
 */
export function probe(name: string, checks: readonly Check[], logger: Logger): GetEndpoint {
  const failing = new Set<Check>();

  function isWell(check: Check): boolean {
    const reason = reasonOf(check);
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
      if (isWell(check)) return `[+]${check.name} ok`;
      return check.isInformational === true
        ? `[!]${check.name} failed, informational: reason withheld`
        : `[-]${check.name} failed: reason withheld`;
    });
    const passed = lines.every((line) => !line.startsWith('[-]'));
    if (passed && !query.has('verbose')) return plainText(200, 'ok');
    return plainText(passed ? 200 : 500, `${[...lines, `${name} check ${passed ? 'passed' : 'failed'}`].join('\n')}\n`);
  };
}

function reasonOf({ failure }: Check): string | undefined {
  try {
    return failure();
  } catch (error) {
    return String(error);
  }
}
