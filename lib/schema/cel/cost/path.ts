/**
 * The path of a value in a schema. As with Go's slices, a path that is appended to may share its memory with another
 * and overwrite its last step: cel-go estimates by the overwritten steps.
 */
export interface Path {
  readonly memory: string[];
  readonly length: number;
  readonly capacity: number;
}

/** The path of a variable. */
export function variablePath(name: string): Path {
  return { memory: [name], length: 1, capacity: 1 };
}

/** Returns a path with one more step. */
export function pathWithStep(path: Path | undefined, step: string): Path {
  if (path === undefined) return variablePath(step);
  const { length } = path;
  if (length === path.capacity) {
    return { memory: [...pathSteps(path), step], length: length + 1, capacity: length * 2 };
  }
  path.memory[length] = step;
  return { ...path, length: length + 1 };
}

/** Returns the steps of a path as they are now. */
export function pathSteps({ memory, length }: Path): readonly string[] {
  return memory.slice(0, length);
}
