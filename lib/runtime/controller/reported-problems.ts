import { hash } from 'node:crypto';
import {
  conditionsOf,
  findCondition,
  formatObjectKey,
  type ObjectKey,
  objectKey,
  type StoredObject,
} from '../../api/index.ts';

/** A problem as conditions report it. */
export interface ProblemReport {
  readonly reason: string;
  readonly message: string;
}

/** The identity of a problem's cause. Digests, since messages may be long. */
interface Cause {
  readonly exact: string;
  /** Of the message without its numbers. */
  readonly rough: string;
  readonly generation: number;
}

interface Reported {
  readonly uid: string;
  readonly cause: Cause;
  /** True if the stored condition has named the cause. */
  readonly isStored: boolean;
}

/** The length of the part of a message that distinguishes causes. */
const longestMessage = 4_096;

/**
 * The problem of each resource that the log and an Event have reported, so that each cause is reported once.
 *
 * After a start, or when another replica hands a resource over, the condition Degraded of the stored status shows the
 * last report: the reconcile that reported the problem wrote it. A problem that the condition can't name, because the
 * API server refuses the status, is reported once by each process.
 *
 * Messages that differ only in numbers, times and hexadecimal ids have one cause while the spec stays the same: an
 * error that counts its attempts is reported once.
 *
 * Keeps about 300 bytes for each resource that has a problem.
 */
export class ReportedProblems {
  readonly #reported = new Map<string, Reported>();

  /** The number of resources with a problem. */
  get size(): number {
    return this.#reported.size;
  }

  /**
   * Notes the problem, or none, with which a reconcile has ended.
   *
   * @param resource - with the status as it was before.
   * @returns true if the problem is to be reported.
   */
  note(resource: StoredObject, problem: ProblemReport | undefined): boolean {
    const key = formatObjectKey(objectKey(resource));
    if (problem === undefined) {
      this.#reported.delete(key);
      return false;
    }
    const { uid, generation = 0 } = resource.metadata;
    const cause = problemCause(problem, generation);
    const stored = storedCause(resource);
    const known = this.#knownReport(key, uid, stored);
    const reported = known?.cause ?? stored;
    const isStored = stored !== undefined && isSameCause(stored, cause);
    this.#reported.set(key, { uid, cause, isStored });
    return reported === undefined || !isSameCause(reported, cause);
  }

  /** Forgets a resource that is gone. */
  forget(resource: ObjectKey): void {
    this.#reported.delete(formatObjectKey(resource));
  }

  /** The last report of this process, unless another process has reported a problem since. */
  #knownReport(key: string, uid: string, stored: Cause | undefined): Reported | undefined {
    const known = this.#reported.get(key);
    if (known?.uid !== uid) return undefined;
    const isReplaced = known.isStored && (stored === undefined || !isSameCause(stored, known.cause));
    return isReplaced ? undefined : known;
  }
}

function storedCause({ status }: StoredObject): Cause | undefined {
  const degraded = findCondition(conditionsOf(status), 'Degraded');
  return degraded?.status === 'True' ? problemCause(degraded, degraded.observedGeneration ?? 0) : undefined;
}

function problemCause({ reason, message }: ProblemReport, generation: number): Cause {
  const text = message.slice(0, longestMessage);
  return { exact: textDigest(reason, text), rough: textDigest(reason, withoutNumbers(text)), generation };
}

function isSameCause(one: Cause, other: Cause): boolean {
  return one.exact === other.exact || (one.rough === other.rough && one.generation === other.generation);
}

function withoutNumbers(text: string): string {
  return text.replace(/[\w-]+/g, (word) => (/^\d/.test(word) || /^[\da-f-]{8,}$/i.test(word) ? '#' : word));
}

function textDigest(...texts: readonly string[]): string {
  return hash('sha256', JSON.stringify(texts), 'base64');
}
