/** A line of a table of goals, with its measured value. */
export interface GoalLine {
  readonly title: string;
  readonly most: number;
  readonly value: number;
  /** @default true if the value is at most `most` */
  readonly isReached?: boolean;
  /** The text behind the numbers. @default none */
  readonly unit?: string;
}

/** The head of a table of {@link goalCells}. */
export const goalHead = ['line', 'at most', 'measured', ''] as const;

/** Returns a row of a table of goals. */
export function goalCells({ title, most, value, isReached = value <= most, unit = '' }: GoalLine): string[] {
  return [title, `${most}${unit}`, `${value.toFixed(2)}${unit}`, isReached ? 'reached' : '**missed**'];
}
