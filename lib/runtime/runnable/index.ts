export { RunnableError } from './runnable-error.ts';
export { type Runnable, type RunnableGroup, type RunnableGroupPorts, runGroups } from './runnable-group.ts';
