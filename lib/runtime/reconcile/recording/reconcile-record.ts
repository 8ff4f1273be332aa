import type { StoredObject } from '../../../api/index.ts';
import type { FieldShape } from '../comparison/field-shape.ts';
import { recordedError } from './recorded-error.ts';
import type { RecordedRead, RecordedReconcile, TracedRequest } from './trace.ts';

type Answered = { -readonly [Field in keyof TracedRequest]: TracedRequest[Field] };

/** The subject of a reconcile. */
type Subject = Pick<RecordedReconcile, 'controller' | 'resource' | 'reasons'>;

/** The record of a reconcile that is running. */
export class ReconcileRecord {
  readonly wallMs: number[] = [];
  readonly monotonicMs: number[] = [];
  readonly expiredTimers: number[] = [];
  timerCount = 0;
  /** Published shape → its number. */
  readonly shapes = new Map<FieldShape, number>();
  readonly #reads: (readonly [string, RecordedRead])[] = [];
  /** Caches answer with the same object until it changes. */
  readonly #objects = new Map<StoredObject, number>();
  readonly #requests: Answered[] = [];
  readonly #subject: Subject;

  constructor(subject: Subject) {
    this.#subject = subject;
  }

  /** Notes the answer of a cache. */
  read(lookup: string, answer: unknown): void {
    this.#reads.push([lookup, this.#readAnswer(answer)]);
  }

  /** Notes a request, and its response when it arrives. */
  async request<Answer>(request: TracedRequest['request'], send: () => Promise<Answer>): Promise<Answer> {
    const noted: Answered = { request };
    this.#requests.push(noted);
    try {
      const value = await send();
      noted.answer = { value };
      return value;
    } catch (error) {
      noted.answer = { error: recordedError(error) };
      throw error;
    }
  }

  /** Returns the record. */
  ended(outcome: RecordedReconcile['outcome'], durationMs: number): RecordedReconcile {
    const { wallMs, monotonicMs, expiredTimers } = this;
    const [objects, reads, requests] = [[...this.#objects.keys()], this.#reads, this.#requests];
    return { ...this.#subject, durationMs, objects, reads, wallMs, monotonicMs, expiredTimers, requests, outcome };
  }

  #readAnswer(answer: unknown): RecordedRead {
    if (Array.isArray(answer) && answer.every(isStoredObject))
      return { objects: answer.map((each) => this.#number(each)) };
    return isStoredObject(answer) ? { object: this.#number(answer) } : { value: answer };
  }

  #number(object: StoredObject): number {
    const number = this.#objects.get(object) ?? this.#objects.size;
    this.#objects.set(object, number);
    return number;
  }
}

function isStoredObject(value: unknown): value is StoredObject {
  return typeof value === 'object' && value !== null && 'metadata' in value;
}
